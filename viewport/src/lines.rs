//! Lines on the graphics card: thin rectangles of a fixed width on screen, one instance each.

use crate::program::{Frame, ink, overlay};
use crate::view::Shown;
use glam::Vec3;
use levelwright_model::scene::{Colour, Line, SceneKey, Wall};
use three_d::core::{Context, Cull, ElementBuffer, InstanceBuffer, Program, VertexBuffer};

/// A line as it is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) key: Option<SceneKey>,
    pub(crate) from: Vec3,
    pub(crate) to: Vec3,
    pub(crate) colour: Colour,
    pub(crate) width: f32,
    pub(crate) dash: f32,
    pub(crate) arrow: bool,
}

/// The length of a dash in points.
const DASH: f32 = 5.0;

impl Stroke {
    pub(crate) fn new(from: Vec3, to: Vec3, colour: Colour, width: f32) -> Self {
        Self { key: None, from, to, colour, width, dash: 0.0, arrow: false }
    }

    pub(crate) fn of_wall(wall: &Wall, solid: Colour, passable: Colour) -> Self {
        let (colour, width) = if wall.solid { (solid, 1.8) } else { (passable, 1.0) };
        Self { key: Some(wall.key), ..Self::new(wall.from, wall.to, colour, width) }
    }
}

impl From<&Line> for Stroke {
    fn from(line: &Line) -> Self {
        Self {
            key: line.key,
            from: line.from,
            to: line.to,
            colour: line.colour,
            width: line.width,
            dash: if line.dashed { DASH } else { 0.0 },
            arrow: line.arrow,
        }
    }
}

/// The corners of the shaft and of the head: along, side, whether of the head.
const CORNERS: [[f32; 3]; 7] = [
    [0.0, -1.0, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 1.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
];
/// The triangles of the shaft, then that of the head.
const TRIANGLES: [u8; 9] = [0, 1, 2, 0, 2, 3, 4, 5, 6];

/// A batch of lines.
pub(crate) struct Lines {
    corners: VertexBuffer<[f32; 3]>,
    triangles: ElementBuffer<u8>,
    starts: InstanceBuffer<[f32; 3]>,
    ends: InstanceBuffer<[f32; 3]>,
    inks: InstanceBuffer<[u8; 4]>,
    styles: InstanceBuffer<[f32; 3]>,
    states: InstanceBuffer<f32>,
    keys: Vec<Option<SceneKey>>,
    with_arrows: bool,
}

/// How a batch is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    /// Faces hide it.
    pub(crate) hidden: bool,
    /// Small steps towards the viewer.
    pub(crate) pull: f32,
    /// Multiplies the opacity.
    pub(crate) fade: f32,
    /// The colour of what is selected or under the pointer.
    pub(crate) highlight: Colour,
}

impl Lines {
    pub(crate) fn new(context: &Context) -> Self {
        Self {
            corners: VertexBuffer::new_with_data(context, &CORNERS),
            triangles: ElementBuffer::new_with_data(context, &TRIANGLES),
            starts: InstanceBuffer::new(context),
            ends: InstanceBuffer::new(context),
            inks: InstanceBuffer::new(context),
            styles: InstanceBuffer::new(context),
            states: InstanceBuffer::new(context),
            keys: Vec::new(),
            with_arrows: false,
        }
    }

    /// Replaces all lines.
    pub(crate) fn set(&mut self, strokes: &[Stroke]) {
        self.keys = strokes.iter().map(|stroke| stroke.key).collect();
        self.with_arrows = strokes.iter().any(|stroke| stroke.arrow);
        if strokes.is_empty() {
            return;
        }
        let starts: Vec<_> = strokes.iter().map(|s| s.from.to_array()).collect();
        let ends: Vec<_> = strokes.iter().map(|s| s.to.to_array()).collect();
        let inks: Vec<_> = strokes.iter().map(|s| s.colour.0).collect();
        let styles: Vec<_> = strokes.iter().map(|s| [s.width, s.dash, if s.arrow { 1.0 } else { 0.0 }]).collect();
        self.starts.fill(&starts);
        self.ends.fill(&ends);
        self.inks.fill(&inks);
        self.styles.fill(&styles);
        self.states.fill(&vec![0.0; strokes.len()]);
    }

    /// Marks what is hidden, under the pointer or selected.
    pub(crate) fn mark(&mut self, shown: &Shown) {
        if !self.keys.is_empty() {
            let states: Vec<f32> = self.keys.iter().map(|key| shown.state(*key)).collect();
            self.states.fill(&states);
        }
    }

    pub(crate) fn draw(&self, program: &Program, frame: &Frame, pen: Pen) {
        let Ok(count) = u32::try_from(self.keys.len()) else {
            return;
        };
        if count == 0 {
            return;
        }
        frame.enter_pixels(program);
        frame.pull(program, pen.pull);
        program.use_uniform("highlight", ink(pen.highlight));
        program.use_uniform("fade", pen.fade);
        program.use_vertex_attribute("corner", &self.corners);
        program.use_instance_attribute("start", &self.starts);
        program.use_instance_attribute("end", &self.ends);
        program.use_instance_attribute("ink", &self.inks);
        program.use_instance_attribute("style", &self.styles);
        program.use_instance_attribute("state", &self.states);
        let corners = if self.with_arrows { 9 } else { 6 };
        program.draw_subset_of_elements_instanced(
            overlay(pen.hidden, Cull::None),
            frame.viewport,
            &self.triangles,
            0,
            corners,
            count,
        );
    }
}

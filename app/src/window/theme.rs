//! Colours, spacing and type sizes: one place for all of them.

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Theme, Visuals};
use serde::{Deserialize, Serialize};

/// Which colours the window wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// Light letters on dark ground.
    #[default]
    Dark,
    /// Dark letters on light ground.
    Light,
}

/// The colours that mean something.
#[derive(Debug)]
pub struct Colours {
    /// Behind panes.
    pub ground: Color32,
    /// Behind bars and tabs.
    pub bar: Color32,
    /// Behind text fields.
    pub field: Color32,
    /// Buttons at rest.
    pub button: Color32,
    /// Buttons under the pointer.
    pub button_hover: Color32,
    /// Buttons held down.
    pub button_down: Color32,
    /// Thin lines between things.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text that stands out.
    pub strong: Color32,
    /// Text that stands back: units, raw values, counts.
    pub weak: Color32,
    /// Selection and focus.
    pub accent: Color32,
    /// Behind selected rows.
    pub selected: Color32,
    /// Something is wrong.
    pub error: Color32,
    /// Something deserves a look.
    pub warning: Color32,
    /// Something went well.
    pub good: Color32,
    /// Backgrounds of the bytes of neighbouring fields.
    pub bytes: [Color32; 6],
    /// Words of a script: the language's, its functions, what the game knows, variables, numbers, texts, comments.
    pub script: [Color32; 7],
    /// The live preview: its frame, the walker, live values.
    pub preview: Color32,
    /// The axes: east, north, up.
    pub axes: [Color32; 3],
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16 & 0xFF) as u8, (hex >> 8 & 0xFF) as u8, (hex & 0xFF) as u8)
}

static DARK: Colours = Colours {
    ground: rgb(0x1F_22_28),
    bar: rgb(0x17_19_1E),
    field: rgb(0x13_15_19),
    button: rgb(0x31_36_40),
    button_hover: rgb(0x3D_44_50),
    button_down: rgb(0x4A_52_61),
    line: rgb(0x33_38_42),
    text: rgb(0xD6_DA_E2),
    strong: rgb(0xF6_F7_FA),
    weak: rgb(0x98_A1_B0),
    accent: rgb(0xFF_B0_20),
    selected: rgb(0x4A_3C_1C),
    error: rgb(0xFF_7B_72),
    warning: rgb(0xF2_C1_4E),
    good: rgb(0x7E_D3_91),
    bytes: [rgb(0x2A_47_5E), rgb(0x3F_4A_2A), rgb(0x54_3A_4F), rgb(0x55_45_2B), rgb(0x2C_4D_47), rgb(0x45_3F_60)],
    script: [
        rgb(0xC7_9B_F2),
        rgb(0xFF_B0_20),
        rgb(0x6F_B7_F2),
        rgb(0x8F_D6_C8),
        rgb(0xE5_A0_7A),
        rgb(0x9C_D0_7C),
        rgb(0x8A_93_A3),
    ],
    preview: rgb(0xE8_7C_F2),
    axes: [rgb(0xF0_6A_5E), rgb(0x6C_C6_6F), rgb(0x64_A0_F2)],
};

static LIGHT: Colours = Colours {
    ground: rgb(0xFA_FA_FB),
    bar: rgb(0xEC_ED_F0),
    field: rgb(0xFF_FF_FF),
    button: rgb(0xE2_E5_EA),
    button_hover: rgb(0xD5_DA_E2),
    button_down: rgb(0xC4_CB_D6),
    line: rgb(0xD0_D4_DB),
    text: rgb(0x26_2B_34),
    strong: rgb(0x08_0A_0E),
    weak: rgb(0x5B_64_73),
    accent: rgb(0xB8_4B_00),
    selected: rgb(0xFB_DF_BE),
    error: rgb(0xB4_23_18),
    warning: rgb(0x8A_5A_00),
    good: rgb(0x1E_7A_3C),
    bytes: [rgb(0xCF_E4_F5), rgb(0xDF_EB_C6), rgb(0xF0_D6_EA), rgb(0xF5_E3_C4), rgb(0xCB_EA_E3), rgb(0xDD_D8_F4)],
    script: [
        rgb(0x7A_2F_B0),
        rgb(0xA8_44_00),
        rgb(0x1F_5A_A8),
        rgb(0x0E_6B_62),
        rgb(0x9A_3A_12),
        rgb(0x2F_6E_1F),
        rgb(0x5F_68_76),
    ],
    preview: rgb(0x98_1F_A4),
    axes: [rgb(0xC2_35_2A), rgb(0x2C_7F_30), rgb(0x1F_5F_C4)],
};

/// The colours of the look that is on.
pub fn colours(dark: bool) -> &'static Colours {
    if dark { &DARK } else { &LIGHT }
}

/// The colours in a part of the window.
pub fn of(ui: &egui::Ui) -> &'static Colours {
    colours(ui.visuals().dark_mode)
}

/// Height of a row of a list.
pub const ROW: f32 = 22.0;
/// How far each level of a tree is moved in.
pub const INDENT: f32 = 14.0;
/// Side of an icon.
pub const ICON: f32 = 16.0;
/// Width of the label column of the inspector as a share of the pane.
pub const LABEL_SHARE: f32 = 0.38;
/// Below this width the inspector has one column.
pub const NARROW: f32 = 240.0;
/// Space between groups.
pub const GAP: f32 = 8.0;
/// Width of dialogs.
pub const DIALOG: f32 = 440.0;
/// The scales that Ctrl + and Ctrl − step through.
pub const SCALES: [f32; 9] = [0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5];

/// Sets both looks up; called once for a window.
pub fn install(ctx: &egui::Context) {
    ctx.set_style_of(Theme::Dark, style(true));
    ctx.set_style_of(Theme::Light, style(false));
    // Our own commands do that, so that the scale is remembered and listed.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Puts a look on.
pub fn wear(ctx: &egui::Context, look: Look) {
    ctx.set_theme(match look {
        Look::Dark => Theme::Dark,
        Look::Light => Theme::Light,
    });
}

fn style(dark: bool) -> egui::Style {
    let mut style = egui::Style { visuals: visuals(dark), ..egui::Style::default() };
    let sizes = [
        (TextStyle::Small, 11.0, FontFamily::Proportional),
        (TextStyle::Body, 13.0, FontFamily::Proportional),
        (TextStyle::Button, 13.0, FontFamily::Proportional),
        (TextStyle::Heading, 17.0, FontFamily::Proportional),
        (TextStyle::Monospace, 12.5, FontFamily::Monospace),
    ];
    style.text_styles = sizes.into_iter().map(|(name, size, family)| (name, FontId::new(size, family))).collect();
    let spacing = &mut style.spacing;
    spacing.item_spacing = egui::vec2(6.0, 4.0);
    spacing.button_padding = egui::vec2(7.0, 2.0);
    spacing.interact_size = egui::vec2(30.0, ROW);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(14);
    spacing.icon_width = 15.0;
    spacing.combo_width = 60.0;
    // Labels are not text fields: dragging over them must not select.
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    // An idle window draws nothing, so nothing fades in or out for long.
    style.animation_time = 0.08;
    style
}

fn visuals(dark: bool) -> Visuals {
    let c = colours(dark);
    let mut v = if dark { Visuals::dark() } else { Visuals::light() };
    v.panel_fill = c.ground;
    v.window_fill = c.ground;
    v.window_stroke = Stroke::new(1.0, c.line);
    v.extreme_bg_color = c.field;
    v.text_edit_bg_color = Some(c.field);
    v.faint_bg_color = c.bar;
    v.code_bg_color = c.bar;
    v.weak_text_color = Some(c.weak);
    v.hyperlink_color = c.accent;
    v.warn_fg_color = c.warning;
    v.error_fg_color = c.error;
    v.selection.bg_fill = c.selected;
    v.selection.stroke = Stroke::new(1.0, c.accent);
    // A blinking cursor would draw all night.
    v.text_cursor.blink = false;
    v.text_cursor.stroke = Stroke::new(1.5, c.strong);
    let radius = CornerRadius::same(4);
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(6);
    let states = [
        (&mut v.widgets.noninteractive, c.ground, c.line, c.text),
        (&mut v.widgets.inactive, c.button, c.line, c.text),
        (&mut v.widgets.hovered, c.button_hover, c.weak, c.strong),
        (&mut v.widgets.active, c.button_down, c.accent, c.strong),
        (&mut v.widgets.open, c.button_hover, c.line, c.strong),
    ];
    for (state, fill, line, text) in states {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, line);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = radius;
        state.expansion = 0.0;
    }
    v
}

/// The button that does what a dialog is for; the others are plain.
pub fn main_button<'a>(ui: &egui::Ui, text: &str) -> egui::Button<'a> {
    let c = of(ui);
    // A button that is off is as pale as all others.
    if !ui.is_enabled() {
        return egui::Button::new(egui::RichText::new(text));
    }
    egui::Button::new(egui::RichText::new(text).color(c.ground)).fill(c.accent)
}

/// The button of a dialog that takes something away for good.
pub fn grave_button<'a>(ui: &egui::Ui, text: &str) -> egui::Button<'a> {
    let c = of(ui);
    if !ui.is_enabled() {
        return egui::Button::new(egui::RichText::new(text));
    }
    egui::Button::new(egui::RichText::new(text).color(c.ground)).fill(c.error)
}

/// The frame of dialogs and of the palette.
pub fn dialog(ctx: &egui::Context) -> egui::Frame {
    egui::Frame::popup(&ctx.global_style()).inner_margin(Margin::same(18)).corner_radius(CornerRadius::same(8))
}

/// How docked panes look.
pub fn dock(style: &egui::Style) -> egui_dock::Style {
    let c = colours(style.visuals.dark_mode);
    let mut dock = egui_dock::Style::from_egui(style);
    dock.tab_bar.bg_fill = c.bar;
    dock.tab_bar.height = 27.0;
    dock.tab_bar.hline_color = c.line;
    dock.tab_bar.corner_radius = CornerRadius::ZERO;
    dock.tab.tab_body.bg_fill = c.ground;
    dock.tab.tab_body.inner_margin = Margin::same(6);
    dock.tab.tab_body.stroke = Stroke::NONE;
    dock.tab.tab_body.corner_radius = CornerRadius::ZERO;
    // Less loud than the titles they stand beside.
    dock.buttons.close_tab_color = c.weak.gamma_multiply(0.7);
    dock.buttons.close_tab_active_color = c.strong;
    dock.separator.width = 3.0;
    dock.separator.color_idle = c.bar;
    dock.separator.color_hovered = c.line;
    dock.separator.color_dragged = c.accent;
    let resting = [
        (&mut dock.tab.active, c.ground, c.text),
        (&mut dock.tab.focused, c.ground, c.strong),
        (&mut dock.tab.hovered, c.ground, c.strong),
        (&mut dock.tab.inactive, c.bar, c.weak),
        (&mut dock.tab.active_with_kb_focus, c.ground, c.accent),
        (&mut dock.tab.focused_with_kb_focus, c.ground, c.accent),
        (&mut dock.tab.inactive_with_kb_focus, c.bar, c.accent),
    ];
    for (state, fill, text) in resting {
        state.bg_fill = fill;
        state.text_color = text;
        state.outline_color = Color32::TRANSPARENT;
        state.corner_radius = CornerRadius::ZERO;
    }
    dock
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(c: Color32) -> f64 {
        let part = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(c.r()) + 0.7152 * part(c.g()) + 0.0722 * part(c.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_text_can_be_read_on_every_ground() {
        for c in [&DARK, &LIGHT] {
            for ground in [c.ground, c.bar, c.field, c.selected] {
                for text in [c.text, c.strong] {
                    assert!(contrast(text, ground) >= 7.0, "{text:?} on {ground:?}");
                }
                for fill in [c.accent, c.error] {
                    assert!(contrast(c.ground, fill) >= 4.5, "the text of the main button on {fill:?}");
                }
                for text in [c.weak, c.error, c.warning, c.good, c.accent] {
                    assert!(contrast(text, ground) >= 3.9, "{text:?} on {ground:?} {}", contrast(text, ground));
                }
            }
            for ground in c.bytes {
                assert!(contrast(c.strong, ground) >= 7.0, "{ground:?}");
            }
        }
    }
}

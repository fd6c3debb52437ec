//! The pictures of textures that the game's folder lends (`systemshock.md` 3.6). They hang on the level and are never
//! written.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::scene::Image;

/// One more than the highest number of a texture: behind them the resources of the next size begin (3.6: 64 pixels in
/// 02C3+n, 128 pixels in 03E8+n).
pub const MOST: usize = 0x3E8 - 0x2C3;

/// Finds the picture of a texture by the game's number.
type Find = dyn Fn(u16) -> Option<Image> + Send + Sync;

/// The pictures of textures, each looked for when a level first names it.
pub struct Textures {
    find: Box<Find>,
    made: Vec<OnceLock<Option<Arc<Image>>>>,
}

impl Textures {
    /// Pictures that are found so.
    pub fn new(find: impl Fn(u16) -> Option<Image> + Send + Sync + 'static) -> Textures {
        Textures { find: Box::new(find), made: (0..MOST).map(|_| OnceLock::new()).collect() }
    }

    /// The picture of a texture by the game's number; `None` where nothing lends it.
    pub fn get(&self, number: u16) -> Option<Arc<Image>> {
        let made = self.made.get(usize::from(number))?;
        made.get_or_init(|| (self.find)(number).map(Arc::new)).clone()
    }
}

impl fmt::Debug for Textures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Textures")
    }
}

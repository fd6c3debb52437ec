//! Scripts on a made-up level.

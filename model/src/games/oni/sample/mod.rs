//! The bundled sample: two halls with a door between them, one object of every type and more, made by the plans that
//! people use. No part of it comes from the game.

mod halls;
#[cfg(test)]
mod tests;
mod textures;
mod things;

pub use halls::{HallQuad, Halls, halls};
pub use textures::{SIDE, SampleTexture, textures};
pub use things::{SampleLists, lists};

/// The level's name, and that of its folder of scripts.
pub const NAME: &str = "PracticeHall";

/// Its script: what the objects call. Lines end as in the game's own files (`oni.md` 4.1).
pub fn script() -> String {
    const LINES: &[&str] = &[
        "# Practice hall: what its objects call.",
        "var int visits = 0",
        "",
        "func void main(void)",
        "{",
        "\tai2_spawn guard_1",
        "\ttrigvolume_enable hall_entry 1",
        "}",
        "",
        "func void hall_entered(string ai_name)",
        "{",
        "\tvisits = visits + 1",
        "\tif (visits eq 1)",
        "\t{",
        "\t\tdoor_unlock 1",
        "\t\tsleep 60",
        "\t\tai2_dopath guard_1 hall_round",
        "\t}",
        "}",
        "",
        "func void hall_left(string ai_name)",
        "{",
        "\tdmsg \"left\"",
        "}",
        "",
        "func void console_used(string ai_name)",
        "{",
        "\ttrig_deactivate 1",
        "\tfork laser_again",
        "}",
        "",
        "func void laser_again(void)",
        "{",
        "\tsleep 300",
        "\ttrig_activate 1",
        "}",
        "",
        "func void laser_broken(string ai_name)",
        "{",
        "\tdoor_lock 1",
        "}",
        "",
        "func void guard_down(string ai_name)",
        "{",
        "\tpowerup_spawn hypo 3",
        "}",
        "",
        "func void talk_over(string ai_name)",
        "{",
        "\tai2_neutralbehavior clerk none",
        "}",
        "",
        "func void patrolscript0001(string ai_name)",
        "{",
        "\tsleep 30",
        "}",
        "",
    ];
    LINES.join("\r\n")
}

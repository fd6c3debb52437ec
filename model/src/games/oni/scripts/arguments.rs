//! Which arguments of the game's own functions name things of the level (`oni.md` 4.3).

/// What a word of a script, or a text of a record, names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// A function of a script.
    Function,
    /// A variable of the whole level.
    Variable,
    /// A character by its name. A number is its script id: 0 is the player, and no other placed character has one
    /// (`oni.md` 2.21).
    Character,
    /// A patrol path by its name.
    PatrolPath,
    /// A trigger volume by its name.
    TriggerVolume,
    /// A trigger volume by its id.
    TriggerVolumeId,
    /// A neutral behaviour by its name.
    Neutral,
    /// Particles by their tag.
    Particle,
    /// A flag by its id.
    Flag,
    /// A door by its id.
    Door,
    /// A console by its id.
    Console,
    /// A laser trigger by its id.
    Trigger,
    /// A turret by its id.
    Turret,
}

impl Sort {
    /// Every sort.
    pub const ALL: [Sort; 13] = [
        Sort::Function,
        Sort::Variable,
        Sort::Character,
        Sort::PatrolPath,
        Sort::TriggerVolume,
        Sort::TriggerVolumeId,
        Sort::Neutral,
        Sort::Particle,
        Sort::Flag,
        Sort::Door,
        Sort::Console,
        Sort::Trigger,
        Sort::Turret,
    ];

    /// Whether it is a number.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Sort::TriggerVolumeId | Sort::Flag | Sort::Door | Sort::Console | Sort::Trigger | Sort::Turret)
    }

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Sort::Function => "function",
            Sort::Variable => "variable",
            Sort::Character => "character",
            Sort::PatrolPath => "patrol path",
            Sort::TriggerVolume => "trigger volume",
            Sort::TriggerVolumeId => "trigger volume id",
            Sort::Neutral => "neutral behaviour",
            Sort::Particle => "particle",
            Sort::Flag => "flag",
            Sort::Door => "door",
            Sort::Console => "console",
            Sort::Trigger => "trigger",
            Sort::Turret => "turret",
        }
    }
}

use Sort::*;

/// Argument, counted from 0, and what it names.
type Named = (usize, Sort);

/// Functions whose arguments name the same.
static ARGUMENTS: &[(&[Named], &[&str])] = &[
    (
        &[(0, Character)],
        &[
            "ai2_active",
            "ai2_barabbas_retrievegun",
            "ai2_comehere",
            "ai2_followme",
            "ai2_idle",
            "ai2_inactive",
            "ai2_lookatme",
            "ai2_makeblind",
            "ai2_makedeaf",
            "ai2_makeignoreplayer",
            "ai2_noncombatant",
            "ai2_panic",
            "ai2_passive",
            "ai2_report",
            "ai2_report_verbose",
            "ai2_setalert",
            "ai2_setjobstate",
            "ai2_setmovementmode",
            "ai2_spawn",
            "chr_animate",
            "chr_animate_block",
            "chr_boss_shield",
            "chr_changeteam",
            "chr_death_lock",
            "chr_delete",
            "chr_disarm",
            "chr_display_combat_stats",
            "chr_dontaim",
            "chr_envanim",
            "chr_envanim_block",
            "chr_envanim_stop",
            "chr_focus",
            "chr_forceholster",
            "chr_freeze",
            "chr_full_health",
            "chr_givepowerup",
            "chr_giveweapon",
            "chr_has_empty_weapon",
            "chr_has_lsi",
            "chr_health",
            "chr_holdkey",
            "chr_inv_reset",
            "chr_invincible",
            "chr_is_player",
            "chr_location",
            "chr_location_settocamera",
            "chr_lock_active",
            "chr_neutral",
            "chr_nocollision",
            "chr_pain",
            "chr_peace",
            "chr_playback",
            "chr_playback_block",
            "chr_poison",
            "chr_set_class",
            "chr_set_health",
            "chr_shadow",
            "chr_super",
            "chr_talk",
            "chr_ultra_mode",
            "chr_unkillable",
            "chr_unlock_active",
            "chr_unstoppable",
            "chr_vocalize",
            "chr_wait_health",
            "chr_weapon",
            "chr_weapon_immune",
            "cm_barabus",
            "playback",
            "playback_block",
            "sc_focus",
            "where",
        ],
    ),
    (&[(0, Character), (1, Character)], &["ai2_attack", "ai2_forget", "ai2_lookatchar", "ai2_makeaware"]),
    (&[(0, Character), (1, Console)], &["ai2_doalarm"]),
    (&[(0, Character), (1, Flag)], &["ai2_movetoflag", "chr_facetoflag", "chr_teleport"]),
    (&[(0, Character), (1, Neutral)], &["ai2_neutralbehavior"]),
    (&[(0, Character), (1, PatrolPath)], &["ai2_dopath"]),
    (&[(0, Console)], &["console_activate", "console_deactivate", "console_reset"]),
    (&[(0, Door)], &["door_close", "door_jam", "door_lock", "door_open", "door_unjam", "door_unlock"]),
    (&[(0, Flag)], &["target_set"]),
    (&[(0, Particle)], &["particle"]),
    (&[(0, Trigger)], &["trig_activate", "trig_deactivate", "trig_hide", "trig_reset", "trig_show", "trig_speed"]),
    (&[(0, TriggerVolume)], &["trigvolume_enable", "trigvolume_reset"]),
    (&[(0, TriggerVolume), (1, Function)], &["trigvolume_setscript"]),
    (&[(0, TriggerVolume), (2, Character)], &["trigvolume_trigger"]),
    (&[(0, TriggerVolumeId)], &["trigvolume_corpse", "trigvolume_count", "trigvolume_kill"]),
    (&[(0, Turret)], &["turret_activate", "turret_deactivate", "turret_reset"]),
    (&[(1, Character)], &["ai2_tripalarm"]),
    (&[(1, Flag)], &["powerup_spawn", "weapon_spawn"]),
    (&[(1, Function)], &["timer_start"]),
];

/// What the arguments of a function of the engine name: argument, counted from 0, and sort.
#[must_use]
pub fn arguments(function: &[u8]) -> &'static [(usize, Sort)] {
    let found = ARGUMENTS.iter().find(|(_, names)| names.iter().any(|name| name.as_bytes() == function));
    found.map_or(&[], |(named, _)| named)
}

#[cfg(test)]
mod tests {
    use super::super::builtins;
    use super::*;

    #[test]
    fn every_function_with_named_arguments_is_one_of_the_engine() {
        for (named, names) in ARGUMENTS {
            assert!(named.is_sorted_by(|a, b| a.0 < b.0));
            for name in *names {
                assert!(builtins::function(name.as_bytes()).is_some(), "{name}");
            }
        }
        let mut all: Vec<&str> = ARGUMENTS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "no function stands twice");
    }

    #[test]
    fn the_commonest_functions_name_what_the_specification_says() {
        assert_eq!(arguments(b"particle"), [(0, Particle)]);
        assert_eq!(arguments(b"ai2_dopath"), [(0, Character), (1, PatrolPath)]);
        assert_eq!(arguments(b"weapon_spawn"), [(1, Flag)]);
        assert_eq!(arguments(b"trigvolume_setscript"), [(0, TriggerVolume), (1, Function)]);
        assert!(arguments(b"win").is_empty());
    }
}

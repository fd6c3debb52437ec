//! CHAR: characters (`oni.md` 2.2).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{FullLatinText, Raw};
use crate::record::{Matching, Role, Target};

crate::record_table! {
    /// A character: the player's or one of the AI's, with its equipment, scripts and behaviour.
    pub CHARACTER: Character, CharacterField = "oni.character", "Character", 508 bytes after ObjectHeader, "oni.md 2.2",
        matching(Matching::Alignment);
    /// What is special about it.
    flags @ 0x000: U32, flags(&CHARACTER_FLAGS);
    /// The character class, an ONCC instance's name without its tag.
    class @ 0x004: FullLatinText<64>;
    /// What scripts call it.
    name @ 0x044: FullLatinText<32>, role(Role::Name);
    /// The weapon it holds, an ONWC instance's name without its tag.
    weapon @ 0x064: FullLatinText<64>;
    /// Function called when it is made.
    spawn_script @ 0x0A4: FullLatinText<32>, group("Scripts");
    /// Function called when it dies.
    die_script @ 0x0C4: FullLatinText<32>, group("Scripts");
    /// Function called when it sees an enemy.
    combat_script @ 0x0E4: FullLatinText<32>, group("Scripts");
    /// Function called when it is alarmed.
    alarm_script @ 0x104: FullLatinText<32>, group("Scripts");
    /// Function called when it is hurt.
    hurt_script @ 0x124: FullLatinText<32>, group("Scripts");
    /// Function called once when it is defeated, before the one for its death.
    defeated_script @ 0x144: FullLatinText<32>, group("Scripts");
    /// Function called when its ammunition is gone.
    out_of_ammo_script @ 0x164: FullLatinText<32>, group("Scripts");
    /// Function called when it finds no path.
    no_path_script @ 0x184: FullLatinText<32>, group("Scripts");
    /// Health added to the class's.
    additional_health @ 0x1A4: I32;
    /// What it does while nothing disturbs it.
    job @ 0x1A8: U32, choice(&JOBS), group("Behaviour");
    /// Id of the path it walks when its job is patrol.
    patrol_path @ 0x1AC: I16, link(Target::Id("patrol_paths")), group("Behaviour");
    /// Id of the combat profile, an object of level 0.
    combat @ 0x1AE: I16, link(Target::Id("combat")), label("Combat profile"), group("Behaviour");
    /// Id of the melee profile, an object of level 0.
    melee @ 0x1B0: I16, link(Target::Id("melee")), label("Melee profile"), group("Behaviour");
    /// Id of the neutral behaviour, 0 for none.
    neutral @ 0x1B2: I16, link_none(Target::Id("neutrals"), &[-1, 0]), label("Neutral behaviour"), group("Behaviour");
    /// Ballistic clips it has.
    ammo_use @ 0x1B4: I16, label("Ammo clips"), group("Inventory");
    /// Ballistic clips it drops at its death.
    ammo_drop @ 0x1B6: I16, label("Ammo clips dropped"), group("Inventory");
    /// Energy cells it has.
    cell_use @ 0x1B8: I16, label("Energy cells"), group("Inventory");
    /// Energy cells it drops.
    cell_drop @ 0x1BA: I16, label("Energy cells dropped"), group("Inventory");
    /// Hypos it has.
    hypo_use @ 0x1BC: I16, label("Hypos"), group("Inventory");
    /// Hypos it drops.
    hypo_drop @ 0x1BE: I16, label("Hypos dropped"), group("Inventory");
    /// Whether it has a shield; one is worth 100.
    shield_use @ 0x1C0: I16, label("Shields"), group("Inventory");
    /// Whether it drops a shield of 100.
    shield_drop @ 0x1C2: I16, label("Shields dropped"), group("Inventory");
    /// Whether it has invisibility; one lasts 600 ticks.
    invisibility_use @ 0x1C4: I16, label("Invisibility"), group("Inventory");
    /// Whether it drops invisibility of 1800 ticks.
    invisibility_drop @ 0x1C6: I16, label("Invisibility dropped"), group("Inventory");
    /// A sixth pair that the game does not use; kept.
    unused_pair @ 0x1C8: Raw<4>, group("Inventory");
    /// Whose side it is on.
    team @ 0x1CC: U32, choice(&TEAMS);
    /// How full its weapon is, in percent of its shots.
    ammo_percentage @ 0x1D0: U32, label("Ammo in percent"), group("Inventory");
    /// How alert it is at the start.
    alert_initial @ 0x1D4: U32, choice(&ALERTS), group("Alert");
    /// How alert it always is at least.
    alert_minimal @ 0x1D8: U32, choice(&ALERTS), group("Alert");
    /// From which alert on it leaves its job.
    alert_job_start @ 0x1DC: U32, choice(&ALERTS), group("Alert");
    /// From which alert on it investigates.
    alert_investigate @ 0x1E0: U32, choice(&ALERTS), group("Alert");
    /// The alarms it answers, one bit each.
    alarm_groups @ 0x1E4: U32, group("Alert");
    /// How it goes after an enemy noticed clearly but not seen.
    pursuit_strong_unseen @ 0x1E8: U32, choice(&PURSUITS), group("Pursuit");
    /// How it goes after an enemy noticed faintly and not seen.
    pursuit_weak_unseen @ 0x1EC: U32, choice(&PURSUITS), group("Pursuit");
    /// How it goes after an enemy noticed clearly and seen.
    pursuit_strong_seen @ 0x1F0: U32, choice(&PURSUITS), group("Pursuit");
    /// How it goes after an enemy noticed faintly and seen.
    pursuit_weak_seen @ 0x1F4: U32, choice(&PURSUITS), group("Pursuit");
    /// What it does when it has lost the enemy.
    pursuit_lost @ 0x1F8: U32, choice(&PURSUIT_LOST), group("Pursuit");
}

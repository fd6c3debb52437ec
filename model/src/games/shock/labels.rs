//! The 476 types of objects (`systemshock.md` 4.6) with labels in our own words (`object_labels.json`): what a level
//! shows where no game folder lends the game's own names.

/// Labels by class, subclass and type.
#[rustfmt::skip]
static LABELS: &[&[&[&str]]] = &[
    &[
        &["mini pistol", "dart pistol", "magnum pistol", "assault rifle", "riot gun"],
        &["flechette gun", "Skorpion gun"],
        &["magpulse rifle", "rail gun"],
        &["lead baton", "laser rapier"],
        &["phaser beam", "blaster beam", "ion beam"],
        &["stun gun", "plasma beam"],
    ],
    &[
        &["standard pistol rounds", "teflon pistol rounds"],
        &["needle darts", "tranquilliser darts"],
        &["hollow-tip clip", "heavy-slug clip", "rubber slugs"],
        &["magnesium-tip shells", "penetrator shells"],
        &["hornet clip", "splinter clip"],
        &["slag clip", "large slag clip"],
        &["magpulse cartridge", "rail clip"],
    ],
    &[
        &["bullet tracer", "energy tracer", "automatic-fire tracer", "needle tracer", "grenade tracer",
            "rubber tracer"],
        &["virus bolt", "elite guard bolt", "assassin bolt", "mutant bolt", "zero-gravity bolt", "magpulse burst",
            "rail projectile", "stun bolt", "plasma blast", "cyberspace bolt", "cyberspace slow bolt", "drill bolt",
            "disc bolt", "spew bolt", "plant bolt", "invisible bolt"],
        &["drone camera", "explosion camera"],
    ],
    &[
        &["fragmentation grenade", "EMP grenade", "gas grenade", "concussion grenade", "land mine"],
        &["nitro pack", "earth shaker", "object explosion"],
    ],
    &[
        &["stamina patch", "sight patch", "berserk patch", "medical patch", "reflex patch", "genius patch",
            "detox patch"],
    ],
    &[
        &["infrared goggles", "targeting goggles", "sensaround", "aim enhancement", "HUD"],
        &["bioscan", "navigation unit", "energy shield", "data reader", "lantern", "full-screen view",
            "environment suit", "motion booster", "jump jets", "system status"],
    ],
    &[
        &["drill", "spew", "mine", "disc", "pulser", "scrambler", "virus"],
        &["cyber shield", "old fake ID", "ICE"],
        &["turbo", "fake ID", "decoy", "recall"],
        &["games pack", "monitor", "identify", "trace", "toggle"],
        &["text log", "e-mail", "map data"],
    ],
    &[
        &["telephone", "video recorder", "microwave", "stereo", "keyboard", "small CPU node", "television",
            "monitor", "large CPU node"],
        &["large desk", "file desk", "cabinet", "shelf", "hideaway bed", "chair", "end table", "couch",
            "executive chair", "coat tree"],
        &["sign", "wall icon", "graffiti", "wall words", "painting", "poster", "screen", "texture map panel",
            "very large screen", "large screen", "repulsor wall light"],
        &["desk lamp", "floor lamp", "glow bulb", "chandelier"],
        &["gene splicer", "tubing", "medical cart", "surgery machine", "test-tube rack", "research chair",
            "hospital bed", "broken lab gear A", "broken lab gear B"],
        &["microscope", "scope", "laboratory probe", "X-ray machine", "security camera", "control panel",
            "control pedestal", "energy mine"],
        &["statue", "shrub A", "grass", "plant A", "fungus A", "fungus B", "plant B", "vine A", "vine B", "plant C",
            "plant D", "large boulder", "big boulder", "shrub B", "tall shrub A", "tall shrub B"],
        &["bridge", "catwalk", "free wall", "wide pillar", "railing A", "railing B", "pillar", "force bridge",
            "bridge placeholder", "force bridge B"],
    ],
    &[
        &["drink container", "wrapper", "papers", "ware casing", "fire extinguisher", "helmet", "clothes",
            "briefcase"],
        &["broken gun", "machine chunk A", "machine chunk B", "machine chunk C", "crate fragment", "broken panel",
            "broken clock", "metal scrap", "broken lever A", "broken lever B"],
        &["corpse A", "corpse B", "corpse C", "corpse D", "corpse E", "corpse F", "corpse G", "corpse H",
            "skeleton in rags", "bones A", "bones B", "skull", "severed limb", "severed head A", "severed head B"],
        &["electronic pick", "large battery", "rod", "first-aid kit", "tractor beam", "battery"],
        &["current access levels", "standard card", "science card", "storage card", "engineering card",
            "medical card", "maintenance card", "administration card", "security card", "command card", "group card",
            "personal card"],
        &["multiplexer", "integrity restorative", "cyber mine", "security ID module", "SHODAN shrine", "ICE wall",
            "info node", "cyberspace exit", "data fragment", "cyber barricade", "cyber target", "cyber arrow"],
        &["beam blast mark", "acid mark", "bullet hole", "explosion mark", "burn mark", "blood stain",
            "chemical splat", "oil puddle", "waste spill"],
        &["isotope X-22", "circuit board A", "plastique", "faux X", "circuit board D", "circuit board E",
            "circuit board F", "circuit board G"],
    ],
    &[
        &["switch A", "switch B", "button A", "button B", "lever A", "lever B", "large red button", "large lever",
            "dial"],
        &["access card slot", "circuit board slot", "chemical receptacle", "antenna panel",
            "antenna panel with plastique", "destroyed antenna panel", "retina scanner"],
        &["cyberspace terminal", "energy charge station", "repair station"],
        &["access panel A", "access panel B", "access panel C", "access panel D", "elevator panel A",
            "elevator panel B", "elevator panel C", "keypad A", "keypad B", "access panel E", "access panel F"],
        &["ammunition vendor", "health vendor"],
        &["cyber toggle off", "cyber toggle on", "cyber toggle C"],
    ],
    &[
        &["blast door", "access door", "residence door", "maintenance door", "hospital door", "laboratory door",
            "storage door", "reactor door", "executive door", "unused door A"],
        &["laboratory doorway", "residence doorway", "bridge doorway", "reactor doorway", "grating A", "grating B",
            "grating C", "grating D", "unused door B"],
        &["laboratory force door", "broken laboratory force door", "residence force door",
            "broken residence force door", "generic force door", "cyber force door", "unused door C"],
        &["executive elevator door", "elevator door A", "elevator door B", "freight elevator door", "unused door D"],
        &["bulkhead left half", "bulkhead right half", "iris", "vertical door", "vertical split door",
            "unused door E", "secret door A", "secret door B", "secret door C", "invisible door"],
    ],
    &[
        &["alert panel off", "alert panel on", "klaxon off", "klaxon on", "sparking cable", "twitching mutant B",
            "machine", "hologram", "twitching mutant"],
        &["blood burst", "camera explosion", "television explosion", "smoke", "plant explosion", "bullet wall hit",
            "beam wall hit", "impact", "bullet on robot", "beam on robot A", "beam on robot B"],
        &["explosion A", "explosion B", "explosion C", "large explosion", "magpulse hit", "stun hit", "plasma hit",
            "smoke explosion", "crate explosion", "monitor explosion", "gas explosion", "EMP explosion",
            "human corpse burst", "robot corpse burst"],
    ],
    &[
        &["entry trigger", "null trigger", "floor trigger", "player death trigger", "death watch trigger",
            "area enter trigger", "area continuous trigger", "AI hint", "level entry trigger", "continuous trigger",
            "repulsor", "ecology trigger", "SHODAN trigger"],
        &["trip beam"],
        &["biohazard marker", "radiation marker", "chemical marker", "map note", "music marker"],
    ],
    &[
        &["small crate", "large crate", "secure crate"],
        &["radiation barrel", "toxic barrel", "chemical tank"],
        &["thermos", "vial", "flask", "beaker"],
        &["mutant corpse 1", "mutant corpse 2", "mutant corpse 3", "mutant corpse 4", "mutant corpse 5",
            "mutant corpse 6", "mutant corpse 7", "mutant corpse 8"],
        &["robot wreck 1", "robot wreck 2", "robot wreck 3", "robot wreck 4", "robot wreck 5", "robot wreck 6",
            "robot wreck 7", "robot wreck 8", "robot wreck 9", "robot wreck 10", "robot wreck 11", "robot wreck 12",
            "robot wreck 13"],
        &["cyborg corpse 1", "cyborg corpse 2", "cyborg corpse 3", "cyborg corpse 4", "cyborg corpse 5",
            "cyborg corpse 6", "cyborg corpse 7"],
        &["other corpse 1", "other corpse 2", "other corpse 3", "other corpse 4", "other corpse 5", "other corpse 6",
            "other corpse 7", "other corpse 8"],
    ],
    &[
        &["humanoid mutant", "gorilla tiger", "insect mutant", "avian mutant", "plant mutant", "zero-gravity mutant",
            "player body", "invisible mutant", "virus mutant"],
        &["lift bot", "repair bot", "serv-bot", "exec bot", "laser turret", "hopper", "security bot 1",
            "security bot 2", "autobomb", "repair bot B", "flier bot", "security bot 3"],
        &["cyborg drone", "cyborg warrior", "cyborg assassin", "cyborg enforcer", "elite guard", "cortex reaver",
            "mutated cyborg"],
        &["cyber dog", "cyber guard", "cyber cortex reaver", "cyber dynamic ICE", "cyber hunter-killer",
            "cyber SHODAN", "cyber guard B"],
        &["robo-babe", "Edward Diego"],
    ],
];

/// What a type is called; `None` for one that the game does not have.
pub fn label(class: u8, subclass: u8, kind: u8) -> Option<&'static str> {
    LABELS.get(usize::from(class))?.get(usize::from(subclass))?.get(usize::from(kind)).copied()
}

/// How many subclasses a class has.
pub fn subclasses(class: u8) -> usize {
    LABELS.get(usize::from(class)).map_or(0, |list| list.len())
}

/// How many types a subclass has.
pub fn types(class: u8, subclass: u8) -> usize {
    LABELS.get(usize::from(class)).and_then(|list| list.get(usize::from(subclass))).map_or(0, |list| list.len())
}

/// The running number of a type, in the order of class, subclass and type: what `objprop.dat` and the game's strings
/// count by.
pub fn index(class: u8, subclass: u8, kind: u8) -> Option<usize> {
    label(class, subclass, kind)?;
    let before = LABELS.iter().take(usize::from(class)).flat_map(|c| c.iter()).map(|s| s.len()).sum::<usize>();
    let own = LABELS.get(usize::from(class))?.iter().take(usize::from(subclass)).map(|s| s.len()).sum::<usize>();
    Some(before + own + usize::from(kind))
}

/// Every type as class, subclass and type, in the order of [`index`].
pub fn all() -> impl Iterator<Item = (u8, u8, u8)> {
    (0u8..).zip(LABELS).flat_map(|(class, list)| {
        (0u8..)
            .zip(*list)
            .flat_map(move |(subclass, list)| (0u8..).zip(*list).map(move |(kind, _)| (class, subclass, kind)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_types_as_the_game_has() {
        // Types per subclass (`systemshock.md` 4.6).
        let want: [&[usize]; 15] = [
            &[5, 2, 2, 2, 3, 2],
            &[2, 2, 3, 2, 2, 2, 2],
            &[6, 16, 2],
            &[5, 3],
            &[7],
            &[5, 10],
            &[7, 3, 4, 5, 3],
            &[9, 10, 11, 4, 9, 8, 16, 10],
            &[8, 10, 15, 6, 12, 12, 9, 8],
            &[9, 7, 3, 11, 2, 3],
            &[10, 9, 7, 5, 10],
            &[9, 11, 14],
            &[13, 1, 5],
            &[3, 3, 4, 8, 13, 7, 8],
            &[9, 12, 7, 7, 2],
        ];
        for (class, subclasses_wanted) in (0u8..).zip(want) {
            let have: Vec<usize> = (0..subclasses(class)).map(|s| types(class, s as u8)).collect();
            assert_eq!(have, subclasses_wanted, "class {class}");
        }
        assert_eq!(all().count(), 476);
        for (at, (class, subclass, kind)) in all().enumerate() {
            assert_eq!(index(class, subclass, kind), Some(at));
            assert!(!label(class, subclass, kind).unwrap().is_empty());
        }
        assert_eq!(label(14, 5, 0), None);
    }
}

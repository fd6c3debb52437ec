//! What a person types about a running level, and how an event reads.

use levelwright_model::preview::{Address, Break, Comparison, Event, Number, NumberError, Verb, World};

use crate::window::texts::preview as texts;

/// An event in one line.
pub(super) fn event(event: &Event) -> String {
    let mut text = format!("{} {}", event.source, event.kind);
    if event.target != event.source {
        text.push_str(&format!(" {}", event.target));
    }
    if event.value != 0 {
        text.push_str(&format!(" ({})", event.value));
    }
    if let Some(said) = &event.text {
        text.push_str(&format!(" “{said}”"));
    }
    text
}

/// An address; `it` is what is selected.
fn address(word: &str, it: Option<&Address>) -> Result<Address, String> {
    if word == "it" {
        return it.cloned().ok_or_else(|| texts::NO_IT.to_owned());
    }
    word.parse::<Address>().map_err(|e| e.to_string())
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| NumberError(word.to_owned()).to_string())
}

/// What is to be done, from words: `fire platforms/3 activate`, `touch it`, `place 512 512`.
pub(super) fn verb(text: &str, it: Option<&Address>) -> Result<Verb, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let placed = |who: Option<Address>, place: &[&str]| match place {
        [x, y] => Ok(Verb::Place { x: number(x)?, y: number(y)?, z: None, facing: Number::ZERO, who }),
        [x, y, facing] => Ok(Verb::Place { x: number(x)?, y: number(y)?, z: None, facing: number(facing)?, who }),
        [x, y, facing, "height", z] => {
            Ok(Verb::Place { x: number(x)?, y: number(y)?, z: Some(number(z)?), facing: number(facing)?, who })
        }
        _ => Err(texts::VERBS.to_owned()),
    };
    match words.as_slice() {
        ["use"] => Ok(Verb::Use),
        ["take"] => Ok(Verb::Take),
        ["aim"] => Ok(Verb::Aim),
        ["jump"] => Ok(Verb::Jump),
        ["leave"] => Ok(Verb::Leave { who: None }),
        ["leave", who] => Ok(Verb::Leave { who: Some(address(who, it)?) }),
        ["place", who, place @ ..] if *who == "it" || who.contains('/') => placed(Some(address(who, it)?), place),
        ["place", place @ ..] => placed(None, place),
        ["walk", x, y] => Ok(Verb::Walk { x: number(x)?, y: number(y)? }),
        ["look", facing] => Ok(Verb::Look { facing: number(facing)?, pitch: Number::ZERO }),
        ["look", facing, "pitch", pitch] => Ok(Verb::Look { facing: number(facing)?, pitch: number(pitch)? }),
        ["keys", "forward", forward, "side", side, "turn", turn, pace @ ..] => {
            let pace = match pace {
                [] => 0,
                ["pace", pace] => key(pace)?,
                _ => return Err(texts::VERBS.to_owned()),
            };
            Ok(Verb::Keys { forward: key(forward)?, side: key(side)?, turn: key(turn)?, pace })
        }
        ["touch", what] => Ok(Verb::Touch { target: address(what, it)? }),
        ["hit", what] => Ok(Verb::Hit { target: address(what, it)?, strength: 0 }),
        ["hit", what, strength] => Ok(Verb::Hit { target: address(what, it)?, strength: number(strength)? }),
        ["throw", x, y, z] => Ok(Verb::Throw { x: number(x)?, y: number(y)?, z: number(z)? }),
        ["set", what, field, value] => {
            Ok(Verb::Set { target: address(what, it)?, field: (*field).to_owned(), value: number(value)? })
        }
        ["fire", what, event @ ..] if !event.is_empty() => {
            Ok(Verb::Fire { target: address(what, it)?, event: event.join(" ") })
        }
        _ => Err(texts::VERBS.to_owned()),
    }
}

/// A key that is held one way, the other, or not.
fn key(word: &str) -> Result<i8, String> {
    number(word).map(|held: i8| held.signum())
}

/// What is done, in the words that [`verb`] reads.
pub(super) fn done(verb: &Verb) -> String {
    let word = verb.word();
    match verb {
        Verb::Place { x, y, z, facing, who } => {
            let who = who.as_ref().map(|who| format!("{who} ")).unwrap_or_default();
            let height = z.map(|z| format!(" height {z}")).unwrap_or_default();
            format!("{word} {who}{x} {y} {facing}{height}")
        }
        Verb::Leave { who: Some(who) } => format!("{word} {who}"),
        Verb::Walk { x, y } => format!("{word} {x} {y}"),
        Verb::Keys { forward, side, turn, pace } => {
            let pace = if *pace == 0 { String::new() } else { format!(" pace {pace}") };
            format!("{word} forward {forward} side {side} turn {turn}{pace}")
        }
        Verb::Look { facing, pitch: Number::ZERO } => format!("{word} {facing}"),
        Verb::Look { facing, pitch } => format!("{word} {facing} pitch {pitch}"),
        Verb::Touch { target } => format!("{word} {target}"),
        Verb::Hit { target, strength } => format!("{word} {target} {strength}"),
        Verb::Throw { x, y, z } => format!("{word} {x} {y} {z}"),
        Verb::Set { target, field, value } => format!("{word} {target} {field} {value}"),
        Verb::Fire { target, event } => format!("{word} {target} {event}"),
        Verb::Leave { who: None } | Verb::Use | Verb::Take | Verb::Aim | Verb::Jump => word.to_owned(),
    }
}

/// A condition about a value, from words: `platforms/3 state = 1`.
pub(super) fn value_break(text: &str, world: &dyn World) -> Result<Break, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [what, field, sign, value] = words.as_slice() else { return Err(texts::VALUE_BREAK.to_owned()) };
    let comparison = match *sign {
        "=" | "==" => Comparison::Equal,
        "!=" | "≠" => Comparison::NotEqual,
        "<" => Comparison::Below,
        ">" => Comparison::Above,
        _ => return Err(texts::VALUE_BREAK.to_owned()),
    };
    let address = address(what, None)?;
    let of = world.find(&address).ok_or_else(|| format!("there is no {address} in this level"))?;
    world.value(&of, field).ok_or_else(|| format!("{address} has no value “{field}” while it runs"))?;
    Ok(Break::Value { of, field: (*field).to_owned(), comparison, value: number(value)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_what_is_done() {
        let it: Address = "sides/4".parse().unwrap();
        assert_eq!(verb("use", None), Ok(Verb::Use));
        assert_eq!(verb("touch it", Some(&it)), Ok(Verb::Touch { target: it.clone() }));
        assert_eq!(
            verb(" fire  platforms/3 activate ", None),
            Ok(Verb::Fire { target: "platforms/3".parse().unwrap(), event: "activate".to_owned() })
        );
        assert_eq!(verb("place -5 7", None), Ok(Verb::place(-5, 7, 0)));
    }

    #[test]
    fn what_is_done_reads_as_it_is_typed() {
        for text in [
            "use",
            "leave",
            "jump",
            "leave dummies/2",
            "place 1 2 128",
            "place 1.5 -2.25 128 height 7",
            "place dummies/2 1 2 0",
            "keys forward 1 side -1 turn 0",
            "keys forward 1 side 0 turn 0 pace 1",
            "walk -3 4",
            "look 5",
            "look 5 pitch -0.157",
            "touch sides/4",
            "hit objects/1 20",
            "set lights/0 active 1",
            "fire tags/7 switch on",
            "throw 1 2 3",
        ] {
            assert_eq!(verb(text, None).map(|verb| done(&verb)), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_cannot_be_done_says_what_can() {
        assert_eq!(verb("fly", None), Err(texts::VERBS.to_owned()));
        assert_eq!(verb("touch it", None), Err(texts::NO_IT.to_owned()));
        assert!(verb("touch door", None).unwrap_err().contains("platforms/3"));
        assert!(verb("walk 1 99999999999999999999", None).unwrap_err().contains("99999999999999999999"));
    }
}

//! Floats as OniSplit writes them: seven digits where they say the same 32 bits, else nine (the "R" form of .NET).

use std::fmt::Write as _;

/// Adds a number to a text.
pub(crate) fn show(out: &mut String, number: f32) {
    if number.is_nan() {
        out.push_str("NaN");
        return;
    }
    if number.is_infinite() {
        out.push_str(if number > 0.0 { "Infinity" } else { "-Infinity" });
        return;
    }
    if number == 0.0 {
        out.push_str(if number.is_sign_negative() { "-0" } else { "0" });
        return;
    }
    // Most numbers are short and whole.
    if number.fract() == 0.0 && number.abs() < 1e6 {
        // Below a million, so it fits.
        write!(out, "{}", number as i32).unwrap_or_default();
        return;
    }
    let from = out.len();
    general(out, number, 7);
    if out.get(from..).and_then(parse) != Some(number) {
        out.truncate(from);
        general(out, number, 9);
    }
}

/// The "G" form of .NET: so many significant digits, an exponent for what is too large or too small.
fn general(out: &mut String, number: f32, digits: usize) {
    let mut scientific = String::with_capacity(24);
    // Writing to a String cannot fail.
    write!(scientific, "{:.*e}", digits - 1, f64::from(number)).unwrap_or_default();
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return };
    let mut exponent: i32 = exponent.parse().unwrap_or(0);
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let mut all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    if let Some((rounded, carried)) = away_from_zero(number, digits, exponent) {
        all = rounded;
        exponent += i32::from(carried);
    }
    let all = all.trim_end_matches('0');
    out.push_str(sign);
    let most = i32::try_from(digits).unwrap_or(i32::MAX);
    if exponent >= most || exponent <= -5 {
        let (first, rest) = all.split_at(1.min(all.len()));
        out.push_str(first);
        if !rest.is_empty() {
            out.push('.');
            out.push_str(rest);
        }
        let (sign, size) = if exponent < 0 { ('-', -exponent) } else { ('+', exponent) };
        write!(out, "E{sign}{size:02}").unwrap_or_default();
        return;
    }
    match usize::try_from(exponent) {
        Ok(exponent) => {
            let whole = exponent + 1;
            out.push_str(all.get(..whole.min(all.len())).unwrap_or_default());
            out.extend(std::iter::repeat_n('0', whole.saturating_sub(all.len())));
            if let Some(rest) = all.get(whole..).filter(|rest| !rest.is_empty()) {
                out.push('.');
                out.push_str(rest);
            }
        }
        Err(_) => {
            out.push_str("0.");
            let zeros = usize::try_from(-exponent - 1).unwrap_or(0);
            out.extend(std::iter::repeat_n('0', zeros));
            out.push_str(all);
        }
    }
}

/// The digits of a number that lies in the middle between two of so many digits: .NET takes the larger one, the standard
/// library the even one. Also whether they became one more. `None` of all other numbers.
fn away_from_zero(number: f32, digits: usize, exponent: i32) -> Option<(String, bool)> {
    // In the middle lie multiples of half the last digit's place, so of this power of two.
    let decimals = i32::try_from(digits).ok()? - exponent;
    if !(0..40).contains(&decimals) || (f64::from(number) * f64::from(2f32.powi(decimals))).fract() != 0.0 {
        return None;
    }
    let longer = format!("{:.*e}", digits, f64::from(number.abs()));
    let (mantissa, _) = longer.split_once('e')?;
    let exact = longer.parse::<f64>().is_ok_and(|read| read == f64::from(number.abs()));
    let all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let kept: u64 = all.strip_suffix('5').filter(|_| exact)?.parse().ok()?;
    let rounded = (kept + 1).to_string();
    let carried = rounded.len() > digits;
    Some((rounded, carried))
}

/// Reads a number as .NET does.
pub(crate) fn parse(text: &str) -> Option<f32> {
    match text {
        "NaN" => return Some(f32::NAN),
        "Infinity" | "INF" => return Some(f32::INFINITY),
        "-Infinity" | "-INF" => return Some(f32::NEG_INFINITY),
        _ => {}
    }
    let plain = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
    (!text.is_empty() && text.bytes().all(plain)).then(|| text.parse().ok()).flatten().filter(|n: &f32| n.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_digits_or_nine() {
        let shown = |number: f32| {
            let mut out = String::new();
            show(&mut out, number);
            out
        };
        // Values of the files made with OniSplit.
        for (number, text) in [
            (314.981_6, "314.9816"),
            (-13.501_999, "-13.5019989"),
            (944.194_4, "944.1944"),
            (-408.996_83, "-408.996826"),
            (17.832_436, "17.8324356"),
            (0.04041, "0.04041"),
            (0.1, "0.1"),
            (1_164.015_6, "1164.01563"),
            (0.000_061_035_156, "6.10351563E-05"),
            (-0.0, "-0"),
            (900.0, "900"),
            (1_234_567.0, "1234567"),
            (12_345_678.0, "12345678"),
            (3.402_823e38, "3.402823E+38"),
            (f32::MIN_POSITIVE, "1.17549435E-38"),
            (0.000_01, "1E-05"),
            (0.000_12, "0.00012"),
            (1e10, "1E+10"),
            (123_456_790_000.0, "1.23456791E+11"),
        ] {
            assert_eq!(shown(number), text);
            assert_eq!(parse(text).map(f32::to_bits), Some(number.to_bits()), "{text}");
        }
        assert_eq!([parse("1,5"), parse(""), parse("0x1"), parse("1e99")], [None; 4]);
    }

    #[test]
    fn every_number_comes_back_bit_for_bit() {
        let mut bits = 1u32;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let number = f32::from_bits(bits);
            if number.is_finite() {
                let mut out = String::new();
                show(&mut out, number);
                assert_eq!(parse(&out).map(f32::to_bits), Some(bits), "{out}");
            }
        }
    }
}

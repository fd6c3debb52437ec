//! What differs between systems: which package holds a library that is missing.

/// Libraries that the window opens at run time, and the Debian packages that hold them
/// (`stack.md` 1).
const PACKAGES: &[(&str, &str)] = &[
    ("libxkbcommon-x11", "libxkbcommon-x11-0"),
    ("libxkbcommon", "libxkbcommon0"),
    ("libX11-xcb", "libx11-xcb1"),
    ("libX11", "libx11-6"),
    ("libXcursor", "libxcursor1"),
    ("libXi", "libxi6"),
    ("libwayland-client", "libwayland-client0"),
    ("libwayland-egl", "libwayland-egl1"),
    ("libEGL", "libegl1"),
    ("libGL", "libgl1"),
    ("libGLX", "libgl1"),
    ("libdbus-1", "libdbus-1-3"),
];

/// What to install, from the words of the loader's error; `None` if no library is named.
pub fn missing_package(error: &str) -> Option<&'static str> {
    let lower = error.to_lowercase();
    // Longer names first: libX11-xcb is not libX11.
    PACKAGES
        .iter()
        .filter(|(library, _)| {
            let library = library.to_lowercase();
            lower.match_indices(&library).any(|(at, found)| {
                let next = lower.get(at + found.len()..).and_then(|rest| rest.chars().next());
                next.is_none_or(|c| !(c.is_alphanumeric() || c == '-'))
            })
        })
        .map(|(_, package)| *package)
        .next()
}

/// What to tell a person whose window did not open.
pub fn advice(error: &str) -> String {
    match missing_package(error) {
        Some(package) => format!(
            "The window did not open: {error}\nA library is missing. On Debian and Ubuntu: sudo apt install {package}"
        ),
        None => {
            let lower = error.to_lowercase();
            let display = ["display", "neither", "x server", "compositor"].iter().any(|w| lower.contains(w));
            let hint = if display {
                "There is no display to open it on (DISPLAY and WAYLAND_DISPLAY are not set, or nobody listens)."
            } else {
                "On Debian and Ubuntu the window needs: libgl1 libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0"
            };
            format!("The window did not open: {error}\n{hint}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_told_from_the_loaders_words() {
        for (error, package) in [
            ("libXcursor.so.1: cannot open shared object file: No such file or directory", Some("libxcursor1")),
            ("Library libxkbcommon-x11.so could not be loaded.", Some("libxkbcommon-x11-0")),
            ("libxkbcommon.so.0: cannot open shared object file", Some("libxkbcommon0")),
            ("libX11-xcb.so.1: cannot open", Some("libx11-xcb1")),
            ("OpenError { kind: Library, detail: \"opening library failed (libX11.so.6: …)\" }", Some("libx11-6")),
            ("libEGL.so.1: cannot open shared object file", Some("libegl1")),
            ("no such display", None),
        ] {
            assert_eq!(missing_package(error), package, "{error}");
        }
        assert!(advice("libXi.so.6: cannot open").contains("apt install libxi6"));
        assert!(advice("os error: Failed to open connection to X server").contains("no display"));
        assert!(advice("neither WAYLAND_DISPLAY nor DISPLAY is set").contains("no display"));
    }
}

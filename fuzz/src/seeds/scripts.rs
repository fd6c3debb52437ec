//! Edit scripts for the made map.

/// One script of each sort of edit.
pub fn scripts() -> Vec<Vec<u8>> {
    let long = format!("{{\"edits\": [{}{{\"remove\": \"objects/0\"}}]}}", "{\"remove\": \"points/0\"},".repeat(30));
    let deep =
        format!("{{\"edits\": [{{\"set\": \"objects/0.x\", \"to\": {}1{}}}]}}", "[".repeat(400), "]".repeat(400));
    [
        r#"{"edits": [{"set": "objects/1.x", "to": 77}, {"set": "lights/0.tag", "old": 2, "to": "9"}]}"#,
        r#"{"edits": [{"set": "polygons/0.endpoints", "to": [0, 2, 3, 1]}, {"set": "info/0.name", "to": "Été"}]}"#,
        r##"{"edits": [{"set": "wad/0.name", "level": "@file", "to": "A"}, {"set": "directory/#0.index", "to": 3}]}"##,
        r#"{"edits": [{"insert": "objects", "at": 2, "like": "objects/1", "as": "$a", "fields": {"x": 1, "facing": "45°"}},
            {"move": "$a", "at": 0}, {"set": "$a.group", "to": "item"}, {"remove": "objects/0", "old": {"group": 3}}]}"#,
        r#"{"level": 0, "edits": [{"insert": "points", "bytes": "00010002"}, {"remove": "points/3", "old": "04000400"}]}"#,
        r#"{"edits": [{"plan": "place", "objects": ["objects/0"], "arguments": {"kind": "monster", "x": 1, "y": [1, 2]}}]}"#,
        &long,
        &deep,
    ]
    .map(|script| script.as_bytes().to_vec())
    .into()
}

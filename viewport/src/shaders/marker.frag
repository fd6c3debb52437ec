uniform float scale;
uniform vec4 highlight;
uniform vec4 hover;
uniform vec4 rim;
uniform sampler2D icons;
uniform vec2 atlas;         // columns and rows; 0 without an atlas
in vec2 spot;
in vec4 shade;
flat in vec4 form;
flat in vec3 arrow;
layout (location = 0) out vec4 pixel;
float border(vec2 at, float reach, float outline) {
    if (outline < 0.5) return length(at) - reach;
    if (outline < 1.5) {
        vec2 away = abs(at) - vec2(reach * 0.66);
        return length(max(away, 0.0)) + min(max(away.x, away.y), 0.0) - reach * 0.22;
    }
    return (abs(at.x) + abs(at.y) - reach * 1.2) * 0.7071;
}
// A wedge that starts inside the badge and ends in a point.
float wedge(vec2 at, float reach) {
    if (arrow.z < 0.05) return 1e4;
    vec2 own = vec2(dot(at, arrow.xy), abs(dot(at, vec2(-arrow.y, arrow.x))));
    float tip = reach * (1.0 + 0.72 * arrow.z);
    // The side falls from 0.8 of the half width at the middle to nothing at the tip.
    vec2 normal = normalize(vec2(reach * 0.8, tip));
    return max(dot(own - vec2(tip, 0.0), normal), -own.x);
}
void main() {
    float reach = form.x;
    float body = border(spot, reach, form.y);
    float whole = min(body, wedge(spot, reach));
    float line = 1.4 * scale;
    float ring = form.w > 1.5 ? 2.6 * scale : form.w > 0.5 ? 1.6 * scale : 0.0;
    float cover = clamp(0.5 - (whole - ring), 0.0, 1.0);
    if (cover < 0.1) discard;
    float inner = clamp(0.5 - (whole + line), 0.0, 1.0);
    vec3 colour = mix(rim.rgb, shade.rgb, inner);
    // The badge stands out from its own wedge.
    colour = mix(colour * (body > -line && body < 0.0 ? 0.78 : 1.0), colour, step(inner, 0.5));
    if (form.z > -0.5 && atlas.x > 0.5) {
        vec2 at = spot / (reach * 1.44) + 0.5;
        if (all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)))) {
            vec2 cell = vec2(mod(form.z, atlas.x), floor(form.z / atlas.x));
            vec2 place = (cell + vec2(at.x, 1.0 - at.y)) / atlas;
            // Rows come from the top, textures grow from the bottom.
            float mark = texture(icons, vec2(place.x, 1.0 - place.y)).r;
            float light = dot(shade.rgb, vec3(0.3, 0.6, 0.1));
            colour = mix(colour, light > 0.55 ? vec3(0.08) : vec3(1.0), mark * inner);
        }
    }
    if (ring > 0.0) colour = mix(form.w > 1.5 ? highlight.rgb : hover.rgb, colour, clamp(0.5 - whole, 0.0, 1.0));
    pixel = vec4(colour, shade.a * cover);
}

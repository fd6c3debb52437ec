// Lines of a fixed width on screen, with an arrow head in the middle if asked for. The output has
// w = 1: lines are straight on screen, so lengths along them must not be bent by perspective.
uniform mat4 matrix;
uniform vec4 toward;
uniform float amount;
uniform vec2 size;
uniform float scale;
uniform vec4 highlight;
uniform float fade;
in vec3 corner;     // along 0..1, side -1..1, 1 for the head
in vec3 start;
in vec3 end;
in uvec4 ink;
in vec3 style;      // width, length of a dash or 0, 1 with an arrow head
in float state;     // -1 hidden, 0 plain, 1 under the pointer, 2 selected
out vec4 shade;
out vec3 place;     // along, side, half width; all in pixels
out float dash;
vec3 pulled(vec3 point) {
    return point + (toward.xyz - point * toward.w) * amount;
}
void main() {
    vec4 a = matrix * vec4(pulled(start), 1.0);
    vec4 b = matrix * vec4(pulled(end), 1.0);
    float near_a = a.z + a.w;
    float near_b = b.z + b.w;
    bool head = corner.z > 0.5;
    if (state < -0.5 || (near_a <= 0.0 && near_b <= 0.0) || (head && style.z < 0.5)) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        shade = vec4(0.0);
        place = vec3(0.0);
        dash = 0.0;
        return;
    }
    if (near_a < 0.0) a = mix(a, b, near_a / (near_a - near_b));
    if (near_b < 0.0) b = mix(b, a, near_b / (near_b - near_a));
    vec2 from = a.xy / a.w * size * 0.5;
    vec2 to = b.xy / b.w * size * 0.5;
    float far = length(to - from);
    vec2 way = far > 1e-4 ? (to - from) / far : vec2(1.0, 0.0);
    vec2 side = vec2(-way.y, way.x);
    float wide = (style.x + (state > 1.5 ? 1.5 : state > 0.5 ? 0.75 : 0.0)) * scale;
    float half_width = wide * 0.5 + 0.5;
    shade = vec4(ink) / 255.0;
    if (state > 0.5) shade = vec4(mix(shade.rgb, highlight.rgb, state > 1.5 ? 1.0 : 0.5), shade.a);
    shade.a *= fade;
    float along = corner.x;
    vec2 spot;
    if (head) {
        float size_of_head = min(5.0 * scale + wide * 1.6, far * 0.5);
        spot = (from + to) * 0.5 + way * (corner.x - 0.5) * 1.6 * size_of_head
            + side * corner.y * size_of_head * 0.6;
        along = 0.5;
        place = vec3(0.0, 0.0, 2.0);
        dash = 0.0;
    } else {
        spot = mix(from, to, along) + side * corner.y * half_width;
        place = vec3(along * far, corner.y * half_width, half_width);
        dash = style.y * scale;
    }
    float depth = mix(a.z / a.w, b.z / b.w, along);
    gl_Position = vec4(spot / (size * 0.5), depth, 1.0);
}

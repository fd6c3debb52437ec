// Badges that face the viewer. The same sizes as the scene's `Camera::marker_pixels`.
uniform mat4 matrix;
uniform vec4 toward;
uniform vec2 size;
uniform float scale;
uniform float unit;         // pixels of a world unit at depth 1 (or anywhere, from above)
uniform vec2 limits;        // least and most half width, in points
in vec2 corner;
in vec4 stand;              // where it stands, half width in world units
in vec4 look;               // heading as a direction (0, 0 for none), outline, icon or -1
in uvec4 ink;
in float state;             // -1 hidden, 0 plain, 1 under the pointer, 2 selected
out vec2 spot;              // pixels from the middle, up is +y
out vec4 shade;
flat out vec4 form;         // half width in pixels, outline, icon, state
flat out vec3 arrow;        // direction on screen, length beyond the border as a share
void main() {
    vec3 middle = stand.xyz + vec3(0.0, 0.0, max(stand.w, 0.0));
    vec4 seen = matrix * vec4(middle, 1.0);
    float by_unit = unit / max(seen.w, 1e-4);
    float reach = clamp(stand.w * by_unit / scale, limits.x, limits.y) * scale;
    float world = reach / by_unit;
    vec3 to_viewer = toward.w > 0.5 ? normalize(toward.xyz - middle) : toward.xyz;
    // In front of the floor and wall right behind it, as far as it is wide.
    vec4 pulled = matrix * vec4(middle + to_viewer * world * 1.2, 1.0);
    shade = vec4(ink) / 255.0;
    form = vec4(reach, look.z, look.w, state);
    arrow = vec3(0.0);
    if (dot(look.xy, look.xy) > 0.25) {
        vec4 ahead = matrix * vec4(middle + vec3(look.xy, 0.0) * world, 1.0);
        if (ahead.w > 0.0) {
            vec2 way = (ahead.xy / ahead.w - seen.xy / seen.w) * size * 0.5;
            float far = length(way);
            if (far > 1e-3) arrow = vec3(way / far, clamp(far / reach, 0.0, 1.0));
        }
    }
    // As small as the badge allows: the sides are along and across the arrow.
    float ring = state > 1.5 ? 2.6 * scale : state > 0.5 ? 1.6 * scale : 0.0;
    float room = reach * (look.z < 0.5 ? 1.0 : 1.26) + ring + 1.0;
    vec2 along = arrow.z > 0.0 ? arrow.xy : vec2(1.0, 0.0);
    float ahead_room = max(room, reach * (1.0 + 0.72 * arrow.z) + ring * 2.0 + 1.0);
    spot = along * (corner.x > 0.0 ? ahead_room : -room) + vec2(-along.y, along.x) * corner.y * room;
    if (state < -0.5 || seen.z < -seen.w) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    } else {
        float depth = pulled.z < -pulled.w ? seen.z / seen.w : pulled.z / pulled.w;
        gl_Position = vec4(seen.xy / seen.w + spot / (size * 0.5), depth, 1.0);
    }
}

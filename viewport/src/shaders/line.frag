in vec4 shade;
in vec3 place;
in float dash;
layout (location = 0) out vec4 pixel;
void main() {
    float cover = clamp(place.z - abs(place.y), 0.0, 1.0);
    if (dash > 0.0 && mod(place.x, dash * 2.0) > dash) cover = 0.0;
    if (cover < 0.02) discard;
    pixel = vec4(shade.rgb, shade.a * cover);
}

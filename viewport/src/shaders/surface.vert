// Faces with baked shade; `toward` and `amount` pull highlights to the viewer.
uniform mat4 matrix;
uniform vec4 toward;
uniform float amount;
in vec3 position;
in uvec4 ink;
out vec4 shade;
void main() {
    vec3 place = position + (toward.xyz - position * toward.w) * amount;
    shade = vec4(ink) / 255.0;
    gl_Position = matrix * vec4(place, 1.0);
}

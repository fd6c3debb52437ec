// Faces that wear an image; what the corners' light leaves of it is in their ink.
uniform mat4 matrix;
in vec3 position;
in uvec4 ink;
in vec2 texel;
out vec4 shade;
out vec2 at;
void main() {
    shade = vec4(ink) / 255.0;
    // The card has images upside down: their first row is the lowest.
    at = vec2(texel.x, 1.0 - texel.y);
    gl_Position = matrix * vec4(position, 1.0);
}

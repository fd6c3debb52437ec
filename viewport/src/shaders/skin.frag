// `opaque` is 1 for what hides the things behind it, whatever its image's alpha holds.
uniform sampler2D image;
uniform float opaque;
in vec4 shade;
in vec2 at;
layout (location = 0) out vec4 pixel;
void main() {
    vec4 colour = texture(image, at) * shade;
    pixel = vec4(colour.rgb, max(colour.a, opaque));
}

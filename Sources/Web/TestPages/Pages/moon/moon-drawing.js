// Draws the moon on a canvas, lit by the sun where it is: by WebGL, or point by point if there is
// none.

import { halfWidth } from '/moon-map.js';

const radians = Math.PI / 180;

/** A direction on the moon, as a vector: x to the east, y to the north, z to the earth. */
function direction(latitude, longitude) {
  const [b, l] = [latitude * radians, longitude * radians];
  return [Math.cos(b) * Math.sin(l), Math.sin(b), Math.cos(b) * Math.cos(l)];
}

/** The axes of the picture on the moon: to the right, up, and to the viewer. `face` is what Aloud
 *  computes (`MoonReport.Face`). */
export function axes(face) {
  const [b, l] = [face.earthLatitude * radians, face.earthLongitude * radians];
  const viewer = direction(face.earthLatitude, face.earthLongitude);
  const east = [Math.cos(l), 0, -Math.sin(l)];
  const north = [-Math.sin(b) * Math.sin(l), Math.cos(b), -Math.sin(b) * Math.cos(l)];
  // The moon's north lies this much anticlockwise of up.
  const [sine, cosine] = [Math.sin(face.axisDegrees * radians), Math.cos(face.axisDegrees * radians)];
  return {
    right: east.map((value, index) => cosine * value - sine * north[index]),
    up: east.map((value, index) => sine * value + cosine * north[index]),
    viewer,
    sun: direction(face.sunLatitude, face.sunLongitude),
  };
}

/** How bright the ground is: sunlight on its slope, and what the earth throws back. The moon reflects
 *  light back to where it came from, so that it looks flatter than a ball of chalk. */
const shading = { power: 0.55, earthshine: 0.035, roughness: 0.85 };

const vertexShader = 'attribute vec2 corner; void main() { gl_Position = vec4(corner, 0.0, 1.0); }';

const fragmentShader = `
precision highp float;
uniform sampler2D map;
uniform vec3 right, up, viewer, sun;
uniform float size, light;
void main() {
  vec2 u = (gl_FragCoord.xy / size * 2.0 - 1.0) * (1.0 + 2.0 / size);
  float r2 = dot(u, u);
  if (r2 >= 1.0) { gl_FragColor = vec4(0.0); return; }
  vec3 p = u.x * right + u.y * up + sqrt(1.0 - r2) * viewer;
  float level = max(length(p.xz), 0.001);
  float longitude = degrees(atan(p.x, p.z));
  float latitude = degrees(atan(p.y, level));
  vec3 ground = texture2D(map, vec2(
    longitude / ${(2 * halfWidth).toFixed(1)} + 0.5, 0.5 - latitude / 180.0)).rgb;
  vec2 slope = (ground.gb * 255.0 - 128.0) / 60.0 * ${shading.roughness.toFixed(2)};
  vec3 east = vec3(p.z, 0.0, -p.x) / level;
  vec3 north = cross(p, east);
  vec3 normal = normalize(p - slope.x * east - slope.y * north);
  float sunlit = smoothstep(-0.02, 0.10, dot(p, sun));
  float shade = pow(max(dot(normal, sun), 0.0), ${shading.power.toFixed(2)}) * sunlit;
  float value = 1.2 * ground.r * (shade + ${shading.earthshine.toFixed(3)}) * light;
  float edge = smoothstep(1.0, 1.0 - 3.0 / size, sqrt(r2));
  gl_FragColor = vec4(vec3(1.0, 0.985, 0.95) * value, 1.0) * edge;
}`;

/** The moon on a canvas, with the ground of a `MoonMap`. */
export class MoonDrawing {
  #canvas;
  #gl = null;
  #map;
  #program = null;
  #last = null;

  constructor(canvas, map) {
    this.#canvas = canvas;
    this.#map = map;
    this.#gl = canvas.getContext('webgl', { alpha: true, antialias: false, preserveDrawingBuffer: true });
    if (!this.#gl) return;
    this.#prepare();
    // A browser takes the graphics away from a page in the background.
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#prepare();
      if (this.#last) this.draw(...this.#last);
    });
  }

  /** Whether WebGL draws. */
  get usesGraphics() { return this.#gl !== null; }

  /** Draws it, `size` device pixels wide. `light` dims it, from 0 to 1. */
  draw(face, size, light = 1) {
    this.#last = [face, size, light];
    this.#canvas.width = size;
    this.#canvas.height = size;
    if (this.#gl) this.#drawByGraphics(axes(face), size, light);
    else this.#drawByPoints(axes(face), size, light);
  }

  #prepare() {
    const gl = this.#gl;
    const compile = (type, text) => {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      return shader;
    };
    const program = gl.createProgram();
    gl.attachShader(program, compile(gl.VERTEX_SHADER, vertexShader));
    gl.attachShader(program, compile(gl.FRAGMENT_SHADER, fragmentShader));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(program) ?? 'no program');
    }
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    // One triangle over the whole picture.
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
    const corner = gl.getAttribLocation(program, 'corner');
    gl.enableVertexAttribArray(corner);
    gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
    const map = this.#map;
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(
      gl.TEXTURE_2D, 0, gl.RGBA, map.width, map.height, 0, gl.RGBA, gl.UNSIGNED_BYTE,
      new Uint8Array(map.data.buffer));
    for (const name of ['WRAP_S', 'WRAP_T']) {
      gl.texParameteri(gl.TEXTURE_2D, gl[`TEXTURE_${name}`], gl.CLAMP_TO_EDGE);
    }
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    this.#program = program;
  }

  #drawByGraphics(view, size, light) {
    const gl = this.#gl;
    const at = (name) => gl.getUniformLocation(this.#program, name);
    gl.viewport(0, 0, size, size);
    for (const name of ['right', 'up', 'viewer', 'sun']) gl.uniform3fv(at(name), view[name]);
    gl.uniform1f(at('size'), size);
    gl.uniform1f(at('light'), light);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** The same in JavaScript, without the slopes. */
  #drawByPoints(view, size, light) {
    const context = this.#canvas.getContext('2d');
    const picture = context.createImageData(size, size);
    const map = this.#map;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const x = ((column + 0.5) / size) * 2 - 1;
        const y = 1 - ((row + 0.5) / size) * 2;
        if (x * x + y * y >= 1) continue;
        const z = Math.sqrt(1 - x * x - y * y);
        const p = [0, 1, 2].map((i) => x * view.right[i] + y * view.up[i] + z * view.viewer[i]);
        const lit = p[0] * view.sun[0] + p[1] * view.sun[1] + p[2] * view.sun[2];
        const ground = map.brightness(
          Math.asin(Math.min(Math.max(p[1], -1), 1)) / radians,
          Math.min(Math.max(Math.atan2(p[0], p[2]) / radians, -99.8), 99.8));
        const value = 1.2 * 255 * light * ground
          * (Math.max(lit, 0) ** shading.power + shading.earthshine);
        picture.data.set([value, 0.985 * value, 0.95 * value, 255], 4 * (row * size + column));
      }
    }
    context.putImageData(picture, 0, 0);
  }
}

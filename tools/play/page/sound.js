// The buzzer: one square wave through the narrow ear of a piezo disc. Silent until the person has touched the page,
// as browsers ask. Tones carry the console's own time, so that a late message does not bend the rhythm.

const LOUD = [0, 0.05, 0.16];
const EDGE_S = 0.002; // how fast the disc starts and stops: no clicks
const LEAD_S = 0.03; // room for uneven messages
const LATE_S = 0.25;

export class Buzzer {
  constructor() {
    this.muted = false;
    this.context = null;
    this.ahead = 0;
  }

  /** Call inside a person's gesture: the first one builds the disc, later ones wake it. */
  wake() {
    if (!this.context && window.AudioContext) this.build();
    if (this.context?.state === "suspended") this.context.resume().catch(() => {});
  }

  build() {
    const context = (this.context = new AudioContext({ latencyHint: "interactive" }));
    this.wave = new OscillatorNode(context, { type: "square", frequency: 1000 });
    this.beat = new GainNode(context, { gain: 0 });
    this.volume = new GainNode(context, { gain: this.muted ? 0 : 1 });
    const body = new BiquadFilterNode(context, { type: "highpass", frequency: 500, Q: 0.5 });
    const disc = new BiquadFilterNode(context, { type: "peaking", frequency: 2700, Q: 1.2, gain: 7 });
    const air = new BiquadFilterNode(context, { type: "lowpass", frequency: 6500, Q: 0.4 });
    [this.wave, this.beat, body, disc, air, this.volume].reduce((from, to) => from.connect(to));
    this.volume.connect(context.destination);
    this.wave.start();
  }

  /** Sound `hz` at `volume` (0 off, 1 low, 2 high) from the console's `at_ms` on; hz 0 is silence. */
  tone(hz, volume, at_ms) {
    if (!this.context || this.context.state !== "running") return;
    const now = this.context.currentTime;
    let when = at_ms / 1000 + this.ahead;
    if (when < now || when > now + LATE_S || !at_ms) {
      when = now + LEAD_S;
      this.ahead = when - at_ms / 1000;
    }
    if (hz) this.wave.frequency.setValueAtTime(hz, when);
    this.beat.gain.setTargetAtTime(hz ? (LOUD[volume] ?? 0) : 0, when, EDGE_S);
  }

  mute(muted) {
    this.muted = muted;
    if (this.volume) this.volume.gain.value = muted ? 0 : 1;
  }
}

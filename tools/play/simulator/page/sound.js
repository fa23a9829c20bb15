// The buzzer: a square wave with the frequency response of a piezo disc. Silent until the first user gesture, as
// browsers require. Tones have the console's timestamps, so that network jitter does not change the rhythm.

const GAINS = [0, 0.05, 0.16]; // by volume
const EDGE_S = 0.002; // time constant of starts and stops, to avoid clicks
const LEAD_S = 0.03; // delay that absorbs jitter
const MAX_LEAD_S = 0.25;

export class Buzzer {
  constructor() {
    this.muted = false;
    this.context = null;
    this.offset = 0; // from the console's time to that of the audio context
  }

  /** Creates or resumes the audio context. Call it in a user gesture. */
  resume() {
    if (!this.context && window.AudioContext) this.build();
    if (this.context?.state === "suspended") this.context.resume().catch(() => {});
  }

  build() {
    const context = (this.context = new AudioContext({ latencyHint: "interactive" }));
    this.wave = new OscillatorNode(context, { type: "square", frequency: 1000 });
    this.envelope = new GainNode(context, { gain: 0 });
    this.volume = new GainNode(context, { gain: this.muted ? 0 : 1 });
    const body = new BiquadFilterNode(context, { type: "highpass", frequency: 500, Q: 0.5 });
    const disc = new BiquadFilterNode(context, { type: "peaking", frequency: 2700, Q: 1.2, gain: 7 });
    const air = new BiquadFilterNode(context, { type: "lowpass", frequency: 6500, Q: 0.4 });
    [this.wave, this.envelope, body, disc, air, this.volume].reduce((from, to) => from.connect(to));
    this.volume.connect(context.destination);
    this.wave.start();
  }

  /** Plays `hz` at `volume` (0 off, 1 low, 2 high) from the console's time `at_ms` on; hz 0 is silence. */
  tone(hz, volume, at_ms) {
    if (!this.context || this.context.state !== "running") return;
    const now = this.context.currentTime;
    let when = at_ms / 1000 + this.offset;
    if (when < now || when > now + MAX_LEAD_S || !at_ms) {
      when = now + LEAD_S;
      this.offset = when - at_ms / 1000;
    }
    if (hz) this.wave.frequency.setValueAtTime(hz, when);
    this.envelope.gain.setTargetAtTime(hz ? (GAINS[volume] ?? 0) : 0, when, EDGE_S);
  }

  mute(muted) {
    this.muted = muted;
    if (this.volume) this.volume.gain.value = muted ? 0 : 1;
  }
}

/**
 * Work of a figure that runs off the main thread: the newest wish wins, the last finished answers
 * stay until new ones come, progress shows past half a second, Stop abandons.
 */

const SHOW_AFTER = 500;
/** Who types into a long text makes a wish a key: after the first, work waits until they pause. */
const PAUSE = 300;

/** @typedef {{ name: string, args: object }} Call */

export class BackgroundWork {
  /** @param {() => void} onChange called when there is something new to show */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {Promise<any> | null} set once the engine is there */
    this.background = null;
    /** @type {any[] | null} answers of the last finished work, one a call */
    this.answers = null;
    /** What was asked for them. @type {Call[]} */
    this.asked = [];
    /** The key of the answers. */
    this.finishedKey = '';
    this.wantedKey = '';
    this.done = 0;
    this.total = 0;
    this.isSlow = false;
    this.isStopped = false;
    this.error = '';
    /** @type {AbortController | null} */
    this.control = null;
  }

  get isRunning() {
    return this.control !== null;
  }

  /** @param {string} key @param {Call[]} calls */
  want(key, calls) {
    if (key === this.wantedKey || !this.background) return;
    const wait = this.isRunning ? PAUSE : 0;
    this.control?.abort();
    this.wantedKey = key;
    this.isStopped = false;
    if (key === this.finishedKey) this.forget();
    else this.run(key, calls, this.background, wait);
  }

  /** @param {string} key @param {Call[]} calls @param {Promise<any>} background @param {number} wait */
  async run(key, calls, background, wait) {
    const control = new AbortController();
    this.control = control;
    this.done = 0;
    this.total = calls.length;
    this.error = '';
    const timer = setTimeout(() => this.show(control), SHOW_AFTER);
    try {
      const runner = await background;
      if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
      const answers = await runner.run(calls, {
        signal: control.signal,
        onProgress: (/** @type {{ done: number }} */ { done }) => this.progress(control, done),
      });
      if (control.signal.aborted) return;
      this.answers = answers;
      this.asked = calls;
      this.finishedKey = key;
    } catch (error) {
      if (control.signal.aborted) return;
      this.error = error instanceof Error ? error.message : String(error);
    } finally {
      clearTimeout(timer);
      if (this.control === control) {
        this.control = null;
        this.isSlow = false;
        this.onChange();
      }
    }
  }

  /** @param {AbortController} control */
  show(control) {
    if (this.control !== control) return;
    this.isSlow = true;
    this.onChange();
  }

  /** @param {AbortController} control @param {number} done */
  progress(control, done) {
    if (this.control !== control) return;
    this.done = done;
    if (this.isSlow) this.onChange();
  }

  /** The reader's Stop: abandon what runs; the last finished answers stay. */
  stop() {
    if (!this.control) return;
    this.control.abort();
    this.control = null;
    this.isSlow = false;
    this.isStopped = true;
    this.onChange();
  }

  /** Abandon silently, and forget the wish, so that it may be made again. */
  forget() {
    this.control?.abort();
    this.control = null;
    this.isSlow = false;
    this.isStopped = false;
    if (this.wantedKey !== this.finishedKey) this.wantedKey = '';
  }

  /** No longer wished for: what is finished stays, and may be wished for again. */
  rest() {
    this.forget();
    this.wantedKey = this.finishedKey;
    this.error = '';
  }

  /** After a Stop: wish for the same again. */
  again() {
    this.forget();
    this.onChange();
  }
}

/** The background works of one figure, by name, shown as one. */
export class WorkList {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {Map<string, BackgroundWork>} */
    this.works = new Map();
    /** @type {Promise<any> | null} set once the engine is there */
    this.background = null;
  }

  /** @param {Record<string, { key: string, calls: Call[] }>} jobs */
  want(jobs) {
    for (const [name, work] of this.works) if (!(name in jobs)) work.rest();
    for (const [name, { key, calls }] of Object.entries(jobs)) {
      const work = this.works.get(name) ?? new BackgroundWork(this.onChange);
      work.background = this.background;
      this.works.set(name, work);
      work.want(key, calls);
    }
  }

  /** The answers of the last finished work of this name, one a call. @param {string} name @returns {any[] | null} */
  answers(name) {
    return this.works.get(name)?.answers ?? null;
  }

  /** Whether the answers of this name are those to this key. @param {string} name @param {string} key */
  has(name, key) {
    return this.works.get(name)?.finishedKey === key;
  }

  /** What was asked for these answers: they may be of a state before the present one. */
  /** @param {string} name @returns {any[]} the args, one a call */
  asked(name) {
    return this.works.get(name)?.asked.map(({ args }) => args) ?? [];
  }

  /** Whether all answers are those of the newest wishes. */
  get isSettled() {
    return this.all.every((work) => work.finishedKey === work.wantedKey);
  }

  get all() {
    return [...this.works.values()];
  }

  get isSlow() {
    return this.all.some((work) => work.isSlow);
  }

  get isStopped() {
    return this.all.some((work) => work.isStopped);
  }

  get done() {
    return this.all.reduce((sum, work) => sum + (work.isRunning ? work.done : 0), 0);
  }

  get total() {
    return this.all.reduce((sum, work) => sum + (work.isRunning ? work.total : 0), 0);
  }

  get error() {
    return this.all.find((work) => work.error)?.error ?? '';
  }

  stop() {
    this.all.forEach((work) => work.stop());
  }

  again() {
    this.all.forEach((work) => work.again());
  }

  forget() {
    this.all.forEach((work) => work.forget());
  }
}

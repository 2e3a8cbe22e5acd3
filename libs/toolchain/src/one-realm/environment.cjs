const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const state = require('./process-state.cjs');

// Timers as objects, as in Node; Jest's older fake timers call this.
const timerConfig = {
  idToRef: (id) => ({ id, ref: () => undefined, unref: () => undefined }),
  refToId: (timer) => timer?.id,
};
/** Circus stores the handlers of a file here, and adds its own for each file. */
const CIRCUS_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** A test environment for Jest without a separate realm: each spec file finds the worker's realm as the first one did. */
module.exports = class OneRealmEnvironment {
  /** Removes what `document-environment.cjs` has added for the previous file. */
  static removeDocument;

  constructor({ projectConfig }) {
    OneRealmEnvironment.removeDocument?.();
    delete globalThis[CIRCUS_HANDLERS];
    this.putBack = [state.console(), state.exit(), state.folder(), state.listeners(), state.variables()];
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timers = { config: projectConfig, global: globalThis };
    this.fakeTimers = new LegacyFakeTimers({ ...timers, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers(timers);
  }

  async setup() {}

  handleTestEvent({ name }) {
    // Globals that packages add while a spec file loads them stay, because the packages are not loaded again.
    if (name === 'run_start') this.putBack.push(state.globals());
  }

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const putBack of this.putBack.toReversed()) putBack();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  // Jest loads nothing while this is null. No module uses it; see `runtime.cjs`.
  getVmContext() {
    return {};
  }
};

export default () => globalThis.posthornStages.close();

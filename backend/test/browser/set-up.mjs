// The hooks come first: Node itself only strips types, and Jest does not transform files of its own process.
import '../typescript-hooks.mjs';
import { SharedStages } from './shared-stages.ts';

export default async function setUp() {
  const stages = new SharedStages();
  await stages.open();
  globalThis.posthornStages = stages;
}

import { isOfModule, packageOf, partOf } from './source-files.ts';
import type { CallFrame, Profile } from './v8-profile.ts';

/** Processor time in milliseconds by name, the largest first. */
export type Shares = readonly (readonly [name: string, milliseconds: number])[];
export type Folded = Readonly<{
  /** Processor time in milliseconds, without idle time. */
  busyMs: number;
  /** Shares by caller: the nearest caller in a module or connector, otherwise in the infrastructure. */
  parts: Shares;
  /** Shares by executed code: the package, or the part of the product; for Node, the function. */
  code: Shares;
}>;

type Frame = Readonly<{ path: string; parent: Frame | undefined; callFrame: CallFrame }>;

/** Sums up the samples of a profile. */
export function fold(profile: Profile, pathOf: (frame: CallFrame) => string): Folded {
  const frames = framesOf(profile, pathOf);
  const [parts, code] = [new Map<string, number>(), new Map<string, number>()];
  let busyMs = 0;
  profile.samples.forEach((id, index) => {
    const frame = frames.get(id);
    const milliseconds = (profile.timeDeltas[index + 1] ?? 0) / 1000;
    if (!frame || frame.callFrame.functionName === '(idle)') return;
    busyMs += milliseconds;
    add(parts, callerOf(frame), milliseconds);
    add(code, codeOf(frame), milliseconds);
  });
  return { busyMs, parts: sorted(parts), code: sorted(code) };
}

function framesOf({ nodes }: Profile, pathOf: (frame: CallFrame) => string): Map<number, Frame> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const frames = new Map<number, Frame>();
  const frameOf = (id: number): Frame | undefined => {
    const known = frames.get(id);
    const node = byId.get(id);
    if (known || !node) return known;
    const parent = parentOf.get(id);
    const { callFrame } = node;
    const frame = {
      callFrame,
      path: callFrame.url.startsWith('file:') ? pathOf(callFrame) : '',
      parent: parent === undefined ? undefined : frameOf(parent),
    };
    frames.set(id, frame);
    return frame;
  };
  for (const { id } of nodes) frameOf(id);
  return frames;
}

function callerOf(frame: Frame): string {
  const stack = stackOf(frame);
  const productFrames = stack.filter(({ path }) => path !== '' && packageOf(path) === null);
  const caller = productFrames.find(({ path }) => isOfModule(path)) ?? productFrames[0];
  if (caller) return partOf(caller.path);
  const library = stack.find(({ path }) => path !== '');
  return library ? `only ${packageOf(library.path) ?? ''}` : outside(frame);
}

function codeOf(frame: Frame): string {
  if (frame.path !== '') return packageOf(frame.path) ?? partOf(frame.path);
  return outside(frame);
}

/** Names code of Node and V8 themselves. */
function outside({ callFrame: { functionName, url } }: Frame): string {
  if (functionName.startsWith('(')) return functionName;
  return url === ''
    ? `native ${functionName}`
    : url.replace(/^node:internal\//u, 'node:').replace(/\/.*/u, '');
}

function stackOf(frame: Frame): Frame[] {
  const stack: Frame[] = [];
  for (let each: Frame | undefined = frame; each; each = each.parent) stack.push(each);
  return stack;
}

const add = (sums: Map<string, number>, name: string, milliseconds: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + milliseconds);
};

const sorted = (sums: Map<string, number>): Shares => [...sums].sort(([, one], [, other]) => other - one);

// A fault for each rule of the two linters. `rules.spec.mjs` runs the linters on these faults.

const enumOf = 'enum Size { S = 1, L = 2 }\nenum Tone { Low = 1, High = 2 }\n';
const promised = 'declare function send(): Promise<string>;\n';

/** For each rule of oxlint.config.ts that applies everywhere: code that breaks it. */
export const FAULTS = {
  'no-array-constructor': 'export const list = new Array(1, 2, 3);',
  'no-unused-expressions': 'export function run(on: boolean, go: () => string) { on && go(); }',
  'no-unused-vars': "import { _Gone } from './other.ts';\nexport const one = 1;",
  'no-useless-constructor': 'export class Door { shut = true; constructor() {} }',
  'no-var': 'export var one = 1;',
  'prefer-const': 'let one = 1;\nexport { one };',
  'prefer-rest-params': 'export function count() { return arguments[0] as string; }',
  'prefer-spread': 'export const most = (of: number[]) => Math.max.apply(Math, of);',
  'typescript/await-thenable': 'export async function run() { await 1; }',
  'typescript/ban-ts-comment': '// @ts-expect-error short\nexport const one: string = 1;',
  'typescript/consistent-type-imports':
    "import { Other } from './other.ts';\nexport const none: Other | undefined = undefined;",
  'typescript/no-array-delete': 'export function drop(list: string[]) { delete list[0]; }',
  'typescript/no-base-to-string': 'export const text = (of: object) => of.toString();',
  'typescript/no-confusing-void-expression': 'export const run = (go: () => void) => go();',
  'typescript/no-deprecated':
    '/** @deprecated */\nfunction old(): string { return "a"; }\nexport const text = old();',
  'typescript/no-duplicate-enum-values': 'export enum Twice { A = 1, B = 1 }',
  'typescript/no-duplicate-type-constituents': 'export type Twice = string | string;',
  'typescript/no-dynamic-delete':
    'export function drop(of: Record<string, string>, key: string) { delete of[key]; }',
  'typescript/no-empty-object-type': 'export type Empty = {};',
  'typescript/no-explicit-any': 'export type Whatever = any;',
  'typescript/no-extra-non-null-assertion':
    'export const size = (of: { name?: string } | null) => of!!.name;',
  'typescript/no-extraneous-class': 'export class Tools { static one() { return 1; } }',
  'typescript/no-floating-promises': `${promised}export function run() { send(); }`,
  'typescript/no-for-in-array':
    'export function run(list: string[]) { for (const each in list) console.log(each); }',
  'typescript/no-generated-empty-object-type':
    'export type Rest = Omit<{ name: string }, "name">;\nexport const rest: Rest = 1;',
  'typescript/no-implied-eval': 'setTimeout("run()", 1);\nexport {};',
  'typescript/no-invalid-void-type': 'export type Odd = string | void;',
  'typescript/no-meaningless-void-operator': 'export function run(go: () => void) { void go(); }',
  'typescript/no-misused-new': 'export interface Door { new (): Door }',
  'typescript/no-misused-promises': `${promised}export const run = () => { if (send()) console.log("sent"); };`,
  'typescript/no-misused-spread': 'export const letters = (of: Map<string, string>) => ({ ...of });',
  'typescript/no-mixed-enums': 'export enum Mixed { A = 1, B = "b" }',
  'typescript/no-namespace': 'export namespace Inner { export const one = 1; }',
  'typescript/no-non-null-asserted-nullish-coalescing':
    'export const name = (of: { name?: string }) => of.name! ?? "nobody";',
  'typescript/no-non-null-asserted-optional-chain':
    'export const name = (of?: { name: string }) => of?.name!;',
  'typescript/no-non-null-assertion': 'export const size = (of: string | undefined) => of!.length;',
  'typescript/no-redundant-type-constituents': 'export type Any = unknown | string;',
  'typescript/no-require-imports': 'export const fs = require("node:fs");',
  'typescript/no-this-alias':
    'export class Door { shut = true; open() { const self = this; return () => self.shut; } }',
  'typescript/no-unnecessary-boolean-literal-compare': 'export const not = (on: boolean) => on === false;',
  'typescript/no-unnecessary-condition': 'export const size = (of: { name: string }) => (of ? of.name : "");',
  'typescript/no-unnecessary-template-expression': 'export const same = (of: string) => `${of}`;',
  'typescript/no-unnecessary-type-arguments':
    'function wrap<T = string>(of?: T) { return of; }\nexport const wrapped = wrap<string>();',
  'typescript/no-unnecessary-type-assertion': 'export const same = (of: string) => of as string;',
  'typescript/no-unnecessary-type-constraint': 'export const same = <T extends unknown>(of: T): T => of;',
  'typescript/no-unnecessary-type-conversion': 'export const same = (of: string) => String(of);',
  'typescript/no-unnecessary-type-parameters': 'export function log<T>(of: T) { console.log(of); }',
  'typescript/no-unsafe-argument':
    'declare const odd: ReturnType<typeof JSON.parse>;\nexport const n = parseInt(odd);',
  'typescript/no-unsafe-assignment': 'export const odd = JSON.parse("1");',
  'typescript/no-unsafe-call':
    'declare const odd: ReturnType<typeof JSON.parse>;\nexport function run() { odd(); }',
  'typescript/no-unsafe-declaration-merging':
    'export interface Door { shut: boolean }\nexport class Door { wide = true; }',
  'typescript/no-unsafe-enum-assignment': `${enumOf}export const size: Size = Tone.Low as number;`,
  'typescript/no-unsafe-enum-comparison': `${enumOf}export const same = (of: Size) => of === 1;`,
  'typescript/no-unsafe-function-type': 'export type Call = Function;',
  'typescript/no-unsafe-member-access':
    'declare const odd: ReturnType<typeof JSON.parse>;\nexport function run() { console.log(odd.name); }',
  'typescript/no-unsafe-return': 'export function parsed(): string { return JSON.parse("1"); }',
  'typescript/no-unsafe-unary-minus': 'export const less = (of: string) => -of;',
  'typescript/no-useless-default-assignment': 'export const run = ({ a = "" }: { a: string }) => a;',
  'typescript/no-wrapper-object-types': 'export type Text = String;',
  'typescript/only-throw-error': 'export function run() { throw "no"; }',
  'typescript/prefer-as-const': 'export const one = "one" as "one";',
  'typescript/prefer-literal-enum-member': 'const one = "one";\nexport enum Size { One = one.length }',
  'typescript/prefer-namespace-keyword': 'export declare module Inner { const one: number; }',
  'typescript/prefer-promise-reject-errors': 'export const none = () => Promise.reject("no");',
  'typescript/prefer-reduce-type-parameter':
    'export const copy = (of: string[]) => of.reduce((all, each) => [...all, each], [] as string[]);',
  'typescript/prefer-return-this-type': 'export class Door { open(): Door { return this; } }',
  'typescript/related-getter-setter-pairs':
    'export interface Door { get width(): string; set width(to: number); }',
  'typescript/require-await': 'export async function run() { console.log("run"); }',
  'typescript/restrict-plus-operands': 'export const sum = (a: number, b: string) => a + b;',
  'typescript/restrict-template-expressions': 'export const text = (of: number) => `${of} posts`;',
  'typescript/return-await': `${promised}export async function run() { try { return send(); } catch { return ""; } }`,
  'typescript/switch-exhaustiveness-check':
    'export function run(of: "a" | "b") { switch (of) { case "a": console.log(of); } }',
  'typescript/triple-slash-reference': '/// <reference path="./other.ts" />\nexport const one = 1;',
  'typescript/unbound-method':
    'class Door { shut = true; open() { return this.shut; } }\nexport const { open } = new Door();',
  'typescript/unified-signatures':
    'export declare function run(of: string): void;\nexport declare function run(of: number): void;',
  'typescript/use-unknown-in-catch-callback-variable': `${promised}export const run = () => send().catch((error) => { console.log(error); });`,
  'no-restricted-imports': "import axios from 'axios';\nexport { axios };",
  'posthorn/no-restricted-syntax': 'export const both = (a: object) => ({ ...{ name: "a" }, a });',
};

/** For rules of some folders: the path, the rule, and code that breaks it. No code is known that breaks `react/preserve-manual-memoization`. */
export const IN_FOLDERS = {
  'backend/src/fetches.ts': {
    rule: 'no-restricted-globals',
    code: 'export const run = () => fetch("http://a");',
  },
  'backend/src/requests.ts': {
    rule: 'no-restricted-properties',
    code: 'import http from "node:http";\nexport const run = () => http.request("http://a");',
  },
  'backend/src/begins.ts': {
    rule: 'posthorn/no-restricted-syntax',
    code: 'export const run = (of: { query: (text: string) => string }) => of.query("begin");',
  },
  'backend/src/connectors/one/remembers.ts': {
    rule: 'posthorn/no-restricted-syntax',
    code: 'export class Memory { readonly kept = new Map<string, string>(); }',
  },
  'backend/src/mocks.spec.ts': {
    rule: 'no-restricted-properties',
    code: 'import { jest } from "@jest/globals";\njest.mock("a");',
  },
  'frontend/src/random.ts': { rule: 'no-restricted-properties', code: 'export const n = Math.random();' },
  'frontend/src/mutates.ts': {
    rule: 'no-restricted-imports',
    code: 'export { useMutation } from "@tanstack/react-query";',
  },
  'frontend/src/text.tsx': {
    rule: 'posthorn/no-restricted-syntax',
    code: 'export const Title = () => <h1>Hello</h1>;',
  },
  'frontend/src/hooks.tsx': {
    rule: 'react/rules-of-hooks',
    code: 'import { useState } from "react";\nexport function View({ on }: { on: boolean }) { if (on) useState(1); return null; }',
  },
  'frontend/src/deps.tsx': {
    rule: 'react/exhaustive-deps',
    code: 'import { useEffect } from "react";\nexport function View({ of }: { of: string }) { useEffect(() => { console.log(of); }, []); return null; }',
  },
  'frontend/src/sets-in-effect.tsx': {
    rule: 'react/set-state-in-effect',
    code: 'import { useEffect, useState } from "react";\nexport function View() { const [n, setN] = useState(0); useEffect(() => { setN(1); }, []); return <b>{n}</b>; }',
  },
  'frontend/src/sets-in-render.tsx': {
    rule: 'react/set-state-in-render',
    code: 'import { useState } from "react";\nexport function View() { const [n, setN] = useState(0); setN(1); return <b>{n}</b>; }',
  },
  'frontend/src/impure.tsx': {
    rule: 'react/purity',
    code: 'export function View() { const n = Date.now(); return <b>{n}</b>; }',
  },
  'frontend/src/refs.tsx': {
    rule: 'react/refs',
    code: 'import { useRef } from "react";\nexport function View() { const at = useRef(0); return <b>{at.current}</b>; }',
  },
  'frontend/src/immutable.tsx': {
    rule: 'react/immutability',
    code: 'export function View(props: { of: { n: number } }) { props.of.n = 1; return <b>{props.of.n}</b>; }',
  },
  'frontend/src/globals.tsx': {
    rule: 'react/globals',
    code: 'let n = 0;\nexport function View() { n = 1; return <b>{n}</b>; }',
  },
  'frontend/src/static.tsx': {
    rule: 'react/static-components',
    code: 'export function View() { const Inner = () => <b />; return <Inner />; }',
  },
  'frontend/src/boundaries.tsx': {
    rule: 'react/error-boundaries',
    code: 'export function View() { try { return <b />; } catch { return null; } }',
  },
  'frontend/src/use-memo.tsx': {
    rule: 'react/use-memo',
    code: 'import { useMemo } from "react";\nexport function View({ of }: { of: string }) { const n = useMemo((a: string) => of + a, [of]); return <b>{n}</b>; }',
  },
  'frontend/src/unsupported.tsx': {
    rule: 'react/unsupported-syntax',
    code: 'export function View() { const n = eval("1") as number; return <b>{n}</b>; }',
  },
  'frontend/src/incompatible.tsx': {
    rule: 'react/incompatible-library',
    code: 'import { useForm } from "react-hook-form";\nexport function View() { const { watch } = useForm(); return <b>{watch("a")}</b>; }',
  },
};

/** For each rule of ESLint: a component that breaks it. */
export const QUERY_FAULTS = {
  'exhaustive-deps':
    'import { useQuery } from "@tanstack/react-query";\nexport const useOne = (id: string) => useQuery({ queryKey: ["one"], queryFn: () => Promise.resolve(id) });',
  'infinite-query-property-order':
    'import { useInfiniteQuery } from "@tanstack/react-query";\nexport const useAll = () => useInfiniteQuery({ queryKey: ["all"], getNextPageParam: () => 1, initialPageParam: 0, queryFn: () => Promise.resolve(1) });',
  'mutation-property-order':
    'import { useMutation } from "@tanstack/react-query";\nexport const useIt = () => useMutation({ mutationFn: () => Promise.resolve(1), onError: () => 1, onMutate: () => 1 });',
  'no-rest-destructuring':
    'import { useQuery } from "@tanstack/react-query";\nexport function useRest() { const { data, ...rest } = useQuery({ queryKey: ["a"], queryFn: () => Promise.resolve(1) }); return [data, rest]; }',
  'no-unstable-deps':
    'import { useCallback } from "react";\nimport { useMutation } from "@tanstack/react-query";\nexport function useIt() { const it = useMutation({ mutationFn: () => Promise.resolve(1) }); return useCallback(() => { it.mutate(); }, [it]); }',
  'no-void-query-fn':
    'import { useQuery } from "@tanstack/react-query";\nexport const useNone = () => useQuery({ queryKey: ["none"], queryFn: async () => { await Promise.resolve(1); } });',
  'stable-query-client':
    'import { QueryClient } from "@tanstack/react-query";\nexport function View() { const client = new QueryClient(); return client.isFetching(); }',
};

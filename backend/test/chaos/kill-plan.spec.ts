import { expect, it } from '@jest/globals';
import { longPlan, pointsOn, shortPlan } from './kill-plan.ts';

const points = {
  atLog: ['a/intent', 'b/intent'],
  elsewhere: ['a/claim', 'a/call', 'a/answer', 'b/claim'],
  inOtherSpecs: ['b/intent', 'b/claim'],
};
const LOGS = ['postgres', 'eventstoredb'] as const;

it('reaches points at the log on both logs, and each other point on one of them', () => {
  const both = LOGS.map((log) => pointsOn(log, { ...points, inOtherSpecs: [] }));
  expect(both).toEqual([
    ['a/intent', 'b/intent', 'a/claim', 'a/call'],
    ['a/intent', 'b/intent', 'a/answer', 'b/claim'],
  ]);
});

it('leaves out points that other specs reach', () => {
  expect(pointsOn('postgres', points)).toEqual(['a/intent', 'a/claim', 'a/call']);
  expect(pointsOn('eventstoredb', points)).toEqual(['a/intent', 'b/intent', 'a/answer']);
});

it('kills once at each point in a short run, and at any time too', () => {
  expect(shortPlan('postgres', points).kills).toEqual([null, ...pointsOn('postgres', points)]);
});

it('kills at all points in turn in a long run, and one of three workers at any time', () => {
  expect(longPlan(9, points).kills).toEqual([
    ...['a/intent', 'b/intent', null],
    ...['a/claim', 'a/call', null],
    ...['a/answer', 'b/claim', null],
  ]);
});

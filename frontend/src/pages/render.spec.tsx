import { expect, it } from '@jest/globals';
import { pages } from './render.tsx';

it.each(Object.entries(pages))('has one main element and one h1 on the page “%s”', (_, { body }) => {
  document.body.innerHTML = body;
  expect(document.querySelectorAll('main, [role="main"]')).toHaveLength(1);
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(document.querySelector('main h1')?.textContent).toMatch(/\w/u);
  // The demo hides the rest of its page, so it needs its own h1.
  const others = [...document.querySelectorAll('[role="heading"][aria-level="1"]')];
  expect(others.filter((heading) => heading.closest('#demo') === null)).toEqual([]);
});

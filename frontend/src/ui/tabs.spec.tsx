import { afterEach, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Tabs } from './tabs.tsx';

/** Each tab is 100 px wide; the row shows 250 px. */
const layOut = () => {
  jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function at(this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
  jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(250);
};
afterEach(() => {
  jest.restoreAllMocks();
});

const tabs = ['one', 'two', 'three', 'four', 'five'].map((value) => ({
  value,
  label: value,
  content: value,
}));

it('scrolls sideways to a tab that another component selects', () => {
  layOut();
  const { rerender } = render(<Tabs label="Numbers" tabs={tabs} value="one" />);
  const list = screen.getByRole('tablist');
  expect(list.scrollLeft).toBe(0);
  rerender(<Tabs label="Numbers" tabs={tabs} value="five" />);
  expect(list.scrollLeft).toBe(325);
  rerender(<Tabs label="Numbers" tabs={tabs} value="four" />);
  expect(list.scrollLeft).toBe(225);
});

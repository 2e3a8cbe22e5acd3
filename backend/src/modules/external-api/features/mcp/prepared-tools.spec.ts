import { expect, it } from '@jest/globals';
import { readApiDocument } from '../../document/api-document.ts';
import { preparedTools } from './prepared-tools.ts';
import { TOOLS } from './tools/tools.ts';

it('lets other work run while it compiles the schemas of the tools', async () => {
  // Each schema is compiled to the number of turns that other work has had. So two equal schemas mean that no other work ran between them.
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const tools = await preparedTools(readApiDocument('https://posthorn.example'), () => turns);
  expect(tools.map(({ tool }) => tool)).toEqual(TOOLS);
  expect(new Set(tools.map(({ outputSchema }) => outputSchema)).size).toBe(TOOLS.length);
});

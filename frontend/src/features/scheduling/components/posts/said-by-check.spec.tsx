import { CHECK_SENTENCES } from '@posthorn/contracts/scheduling/check-sentences';
import { expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { SaidByCheck } from './said-by-check.tsx';

/** The sentence that the server stored, in another language than the screen. */
const message = 'Das hat der Server gespeichert.';

it('has a sentence on the screen for each problem that the server stores', async () => {
  const keys = Object.keys(CHECK_SENTENCES);
  render(
    <ul>
      {keys.map((key) => {
        const [code = '', variant] = key.split('/');
        const said = { code, ...(variant !== undefined && { variant }), message };
        return (
          <li key={key}>
            <SaidByCheck said={said} values={{ platform: 'Bluesky' }} />
          </li>
        );
      })}
    </ul>,
  );
  await waitFor(() => {
    expect(screen.queryAllByText(message)).toEqual([]);
  });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).not.toContain('');
});

it('shows the stored sentence for a code of another release', async () => {
  render(<SaidByCheck said={{ code: 'integrations.new', message }} values={{ platform: 'Bluesky' }} />);
  await screen.findByText(message);
});

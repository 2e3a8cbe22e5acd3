import { deleteApiToken, listApiTokens } from '@posthorn/contracts/identity/api-tokens.http';
import { beforeEach, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { send } from '#lib/api-client.ts';
import { removeFromList } from '#lib/optimistic-updates.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { Button } from './button.tsx';
import { useDeclaredMutation } from './declared-mutation.ts';
import { clearToasts } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

type Thing = Readonly<{ id: string }>;
const user = userEvent.setup();
const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** The data of the fake server (null while it is unreachable), and the number of requests. */
let stored: readonly Thing[] | null = [];
let requestCount = 0;
const thingsQuery = queryOptions({
  queryKey: [listApiTokens.path],
  queryFn: () => {
    requestCount += 1;
    return stored ? Promise.resolve(stored) : Promise.reject(new Error('away'));
  },
  staleTime: Infinity,
});

function Things() {
  const { data = [] } = useQuery(thingsQuery);
  const { mutate: remove } = useDeclaredMutation({
    send: (id: string) => send(deleteApiToken, undefined, { params: { id } }),
    optimistic: removeFromList(thingsQuery),
    refreshes: [thingsQuery],
    successToast: (_, id) => ({ title: `${id} is gone` }),
    failure: { title: 'Not deleted', again: 'Try again later' },
  });
  return data.map(({ id }) => (
    <Button
      key={id}
      onClick={() => {
        remove(id);
      }}
    >
      {id}
    </Button>
  ));
}

function Screen({ isOpen = true }: { isOpen?: boolean }) {
  return (
    <QueryClientProvider client={cache}>
      {isOpen && <Things />}
      <Toaster />
    </QueryClientProvider>
  );
}

/** Delays the server's response until the returned function is called. */
function delayResponse(): () => void {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  answer(deleteApiToken, () => opened);
  return () => {
    open();
  };
}

const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => {
  clearToasts();
  cache.clear();
  stored = [{ id: 'one' }, { id: 'two' }];
  requestCount = 0;
});

it('shows a change before the response arrives, then shows a message and reloads the affected queries', async () => {
  const respond = delayResponse();
  render(<Screen />);
  await user.click(await screen.findByRole('button', { name: 'one' }));
  await waitFor(() => {
    expect(button('one')).toBeNull();
  });
  expect(screen.queryByText('one is gone')).toBeNull();
  stored = [{ id: 'two' }, { id: 'three' }];
  respond();
  expect(await screen.findByText('one is gone')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'three' })).toBeTruthy();
  expect(requestCount).toBe(2);
});

it.each([
  ['the sentence of the server', 'It is in use.', 'It is in use.'],
  ['the general advice, if the server sent no sentence', '', 'Try again later'],
])('reverts the change when the server refuses, and shows %s', async (_, message, shown) => {
  refuse(deleteApiToken, 409, { message });
  render(<Screen />);
  await screen.findByRole('button', { name: 'one' });
  stored = null;
  await user.click(screen.getByRole('button', { name: 'one' }));
  expect(await screen.findByText('Not deleted')).toBeTruthy();
  expect(screen.getByText(shown)).toBeTruthy();
  expect(button('one')).not.toBeNull();
});

it('shows the message even when the user has left the screen in the meantime', async () => {
  const respond = delayResponse();
  const { rerender } = render(<Screen />);
  await user.click(await screen.findByRole('button', { name: 'one' }));
  rerender(<Screen isOpen={false} />);
  respond();
  expect(await screen.findByText('one is gone')).toBeTruthy();
});

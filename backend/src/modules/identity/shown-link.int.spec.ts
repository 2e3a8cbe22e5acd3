import { requestLink } from '@posthorn/contracts/identity/session.http';
import { expect, it } from '@jest/globals';
import { bootIdentity } from './testing/boot-identity.ts';

it.each([
  ['others reach its address', { PUBLIC_URL: 'https://posts.example.com' }],
  ['it listens to others', { BIND_ADDRESS: '0.0.0.0' }],
])('shows no link to whoever asks when %s', async (_why, env) => {
  const product = await bootIdentity({ env });
  try {
    const reply = await product
      .browser()
      .send('POST', requestLink.path, { json: { email: 'ana@example.com' } });
    expect(reply.status).toBe(202);
    expect(reply.body).not.toHaveProperty('link');
  } finally {
    await product.close();
  }
});

import type { LinkedSignInView, SignInProvider } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/projections/read-gate.ts';
import { linkedSignIns } from './linked-sign-ins.projection.ts';

export class ListLinkedSignIns extends Query<readonly LinkedSignInView[]> {
  constructor(readonly userId: string) {
    super();
  }
}

type Row = Readonly<{ provider: SignInProvider; linked_at: Date }>;

@QueryHandler(ListLinkedSignIns)
export class ListLinkedSignInsHandler implements IQueryHandler<ListLinkedSignIns> {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  async execute({ userId }: ListLinkedSignIns): Promise<readonly LinkedSignInView[]> {
    await this.gate.waitFor([linkedSignIns.name]);
    const { rows } = await this.pool.query<Row>(
      'select provider, linked_at from read_v1.identity_linked_sign_in where user_id = $1 order by provider',
      [userId],
    );
    return rows.map(({ provider, linked_at: at }) => ({ provider, linkedAt: at.toISOString() }));
  }
}

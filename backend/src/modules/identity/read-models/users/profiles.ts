import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { UserNotFound } from '../../domain/identity.errors.ts';
import { userStream, type Profile } from '../../domain/user/user.ts';
import { USERS_VIEW, userList, type UserRow } from './user-list.projection.ts';

type Row = Omit<UserRow, 'created_at'> & Readonly<{ created_at: Date }>;

/** Reads the profile of a user. */
@Injectable()
export class Profiles {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly reader: EventReader,
  ) {}

  /**
   * Reads the read model. If the read model does not contain the user, reads the log. The user may have just registered, or the product
   * rebuilds the read model at this time.
   * @throws UserNotFound
   */
  async profileOf(userId: string): Promise<Profile> {
    await this.gate.waitFor([userList.name]);
    const { rows } = await this.pool.query<Row>(`select * from ${USERS_VIEW} where id = $1`, [userId]);
    const [row] = rows;
    if (row) return profileOf(row);
    const { state } = await this.reader.load(userStream, userId);
    if (!state) throw new UserNotFound();
    return state;
  }
}

const profileOf = (row: Row): Profile => ({
  userId: row.id,
  email: row.email,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  handle: row.handle,
  personality: row.personality,
  timezone: row.timezone,
  registeredAt: row.created_at.toISOString(),
});

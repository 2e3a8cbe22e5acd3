import type { Process } from '#infrastructure/readers/process.ts';
import { userStream, type EmailChanged } from '../../domain/user/user.ts';
import type { AddressBook } from '../../stores/address-book/address-book.ts';

/** Makes the table of addresses agree with the log, even if the request that changed an address has failed after the event. */
export const settleAddresses = (addresses: AddressBook): Process<EmailChanged> => ({
  name: 'identity.settle-addresses',
  categories: [userStream.category],
  types: ['EmailChanged'],
  from: 'start',
  handle: ({ data }) => addresses.settle(data.userId),
});

import { Injectable } from '@nestjs/common';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { AddressNotAllowed } from './webhook.errors.ts';

/** Addresses that people name for deliveries. Each connection is checked anew. */
@Injectable()
export class ReceiverAddresses {
  constructor(private readonly http: SafeHttp) {}

  /** Of what shares its slots. @throws AddressNotAllowed */
  async hostOf(url: string): Promise<string> {
    try {
      return (await this.http.checkKept(url)).url.host;
    } catch (error) {
      if (error instanceof OutgoingError) throw new AddressNotAllowed();
      throw error;
    }
  }
}

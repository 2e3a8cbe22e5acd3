/**
 * The response of `GET /stripe.js`: the part of Stripe.js (docs.stripe.com/js) that a payment element needs.
 * The form is in a frame of the sandbox, so the page that embeds it never sees a card number.
 */
export const STRIPE_JS = `(() => {
  'use strict';
  const sandboxOrigin = new URL(document.currentScript.src).origin;
  const themes = { night: 'dark', stripe: 'light', flat: 'light' };
  const themeOf = (options) => themes[options?.appearance?.theme] ?? '';

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  /** A frame of the sandbox, and the pending requests to it. */
  class Frame {
    #pending = new Map();
    #next = 1;

    constructor(key, theme, onEvent) {
      this.node = document.createElement('iframe');
      this.node.title = 'Secure payment input frame';
      this.node.src = sandboxOrigin + '/stripe/form?' + new URLSearchParams({ key, theme });
      this.node.style.cssText = 'border:0;width:100%;height:17rem;display:block';
      this.opened = new Promise((resolve) => {
        this.node.addEventListener('load', () => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => this.#receive(data, onEvent);
          this.node.contentWindow?.postMessage({ type: 'open' }, sandboxOrigin, [port2]);
          resolve(port1);
        });
      });
    }

    async ask(question) {
      const port = await this.opened;
      const id = this.#next++;
      return new Promise((resolve) => {
        this.#pending.set(id, resolve);
        port.postMessage({ ...question, id });
      });
    }

    #receive(data, onEvent) {
      if (data.type === 'height') this.node.style.height = data.height + 'px';
      else if (data.type === 'answer') {
        this.#pending.get(data.id)?.(data.answer);
        this.#pending.delete(data.id);
      } else onEvent(data.type, data.event);
    }
  }

  class Element {
    #handlers = new Map();
    #key;
    #theme;
    frame = null;

    constructor(elements, type, key, theme) {
      this.elements = elements;
      this.type = type;
      this.#key = key;
      this.#theme = theme;
    }
    on(event, handler) {
      this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
      return this;
    }
    off(event, handler) {
      const kept = (this.#handlers.get(event) ?? []).filter((one) => handler && one !== handler);
      this.#handlers.set(event, kept);
      return this;
    }
    once(event, handler) {
      const first = (value) => {
        this.off(event, first);
        handler(value);
      };
      return this.on(event, first);
    }
    mount(place) {
      const node = typeof place === 'string' ? document.querySelector(place) : place;
      if (!node) throw new IntegrationError('The selector you specified applies to no DOM elements.');
      this.unmount();
      this.frame = new Frame(this.#key, this.#theme, (event, value) => this.#emit(event, value));
      node.replaceChildren(this.frame.node);
      this.#emit('loaderstart');
    }
    unmount() {
      this.frame?.node.remove();
      this.frame = null;
    }
    destroy() {
      this.unmount();
      this.elements.forget(this);
      this.#handlers.clear();
    }
    update() {}
    collapse() {}
    focus() {
      void this.frame?.ask({ type: 'focus' });
    }
    blur() {
      void this.frame?.ask({ type: 'blur' });
    }
    clear() {
      void this.frame?.ask({ type: 'clear' });
    }
    setTheme(theme) {
      this.#theme = theme;
      void this.frame?.ask({ type: 'theme', theme });
    }
    #emit(event, value) {
      for (const handler of [...(this.#handlers.get(event) ?? [])]) handler({ elementType: this.type, ...value });
    }
  }

  class Elements {
    #elements = [];
    #key;

    constructor(key, options) {
      this.#key = key;
      this.options = options ?? {};
    }
    create(type) {
      if (this.getElement(type)) throw new IntegrationError('Can only create one Element of type ' + type + '.');
      const element = new Element(this, type, this.#key, themeOf(this.options));
      this.#elements.push(element);
      return element;
    }
    getElement(type) {
      return this.#elements.find((one) => one.type === (type?.__elementType ?? type)) ?? null;
    }
    update(options) {
      this.options = { ...this.options, ...options };
      for (const one of this.#elements) one.setTheme(themeOf(this.options));
    }
    fetchUpdates() {
      return Promise.resolve({});
    }
    async submit() {
      const form = this.form();
      return form ? form.ask({ type: 'check' }) : missing;
    }
    form() {
      return this.#elements.find((one) => one.frame)?.frame ?? null;
    }
    forget(element) {
      this.#elements = this.#elements.filter((one) => one !== element);
    }
  }

  const missing = {
    error: { type: 'validation_error', message: 'Please mount a payment element before you confirm.' },
  };

  function Stripe(key) {
    if (typeof key !== 'string' || !/^pk_/.test(key))
      throw new IntegrationError('Please call Stripe() with your publishable key.');
    /** A hidden frame, for calls that need no form. */
    let hidden = null;
    const hiddenFrame = () => {
      if (!hidden) {
        hidden = new Frame(key, '', () => undefined);
        hidden.node.hidden = true;
        hidden.node.style.display = 'none';
        document.body.append(hidden.node);
      }
      return hidden;
    };

    const confirm = async (name, { elements, clientSecret, confirmParams, redirect }) => {
      const secret = clientSecret ?? elements?.options.clientSecret;
      const form = elements ? elements.form() : hiddenFrame();
      if (!form) return missing;
      const method = confirmParams?.payment_method;
      const given = typeof method === 'string' ? { method } : {};
      const answer = await form.ask({ type: 'confirm', clientSecret: secret, ...given });
      if (answer.error) return { error: answer.error };
      const back = confirmParams?.return_url;
      if (redirect === 'if_required' || !back) return { [name]: answer.intent };
      const to = new URL(back, location.href);
      const kind = name === 'paymentIntent' ? 'payment_intent' : 'setup_intent';
      to.searchParams.set(kind, answer.intent.id);
      to.searchParams.set(kind + '_client_secret', secret);
      to.searchParams.set('redirect_status', answer.intent.status);
      location.assign(to.href);
      return new Promise(() => undefined);
    };
    const confirmCard = async (clientSecret, data, name) => {
      const method = data?.payment_method;
      const element = typeof method === 'object' ? method.card : null;
      const form = element?.frame ?? hiddenFrame();
      const given = typeof method === 'string' ? { method } : {};
      const answer = await form.ask({ type: 'confirm', clientSecret, ...given });
      return answer.error ? { error: answer.error } : { [name]: answer.intent };
    };
    const retrieve = async (clientSecret, name) => {
      const answer = await hiddenFrame().ask({ type: 'retrieve', clientSecret });
      return answer.error ? { error: answer.error } : { [name]: answer.intent };
    };

    return {
      elements: (options) => new Elements(key, options),
      confirmPayment: (options) => confirm('paymentIntent', options),
      confirmSetup: (options) => confirm('setupIntent', options),
      confirmCardPayment: (secret, data) => confirmCard(secret, data, 'paymentIntent'),
      confirmCardSetup: (secret, data) => confirmCard(secret, data, 'setupIntent'),
      retrievePaymentIntent: (secret) => retrieve(secret, 'paymentIntent'),
      retrieveSetupIntent: (secret) => retrieve(secret, 'setupIntent'),
      createToken: async (element) => (element?.frame ? element.frame.ask({ type: 'token' }) : missing),
      createPaymentMethod: async ({ elements, element, card }) => {
        const form = elements?.form() ?? (element ?? card)?.frame;
        return form ? form.ask({ type: 'method' }) : missing;
      },
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  Stripe.version = 'sandbox';
  window.Stripe = Stripe;
})();
`;

/** Runs in the frame of the form. Only this frame sees the card. It calls the sandbox for the page that embeds the frame. */
export const FORM_SCRIPT = `
'use strict';
const form = document.querySelector('#card');
const bank = document.querySelector('#bank');
const problem = document.querySelector('#problem');
const fields = { number: form.number, expiry: form.expiry, cvc: form.cvc };
const key = new URLSearchParams(location.search).get('key');
let port = null;
let wasComplete = null;

const digits = (field) => field.value.replace(/\\D/g, '');
const faults = () => [
  [fields.number, digits(fields.number).length < 16, 'incomplete_number', 'Your card number is incomplete.'],
  [fields.expiry, digits(fields.expiry).length < 4, 'incomplete_expiry', 'Your card’s expiration date is incomplete.'],
  [fields.cvc, digits(fields.cvc).length < 3, 'incomplete_cvc', 'Your card’s security code is incomplete.'],
].filter(([, isFault]) => isFault);
const sendEvent = (type, event) => port?.postMessage({ type, event });
const showProblem = (words, field) => {
  problem.textContent = words;
  for (const one of Object.values(fields)) one.setAttribute('aria-invalid', String(one === field));
};
const check = () => {
  const [first] = faults();
  if (!first) return null;
  const [field, , code, message] = first;
  showProblem(message, field);
  field.focus();
  return { error: { type: 'validation_error', code, message } };
};
const ask = async (path, body) => {
  try {
    const answer = await fetch('/stripe/form/' + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, ...body }),
    });
    return await answer.json();
  } catch {
    return { error: { type: 'api_connection_error', message: 'We could not reach the bank. Please try again.' } };
  }
};
const askForApproval = () =>
  new Promise((resolve) => {
    form.hidden = true;
    bank.hidden = false;
    bank.querySelector('h1').focus();
    bank.onsubmit = (event) => {
      event.preventDefault();
      bank.hidden = true;
      form.hidden = false;
      resolve(event.submitter.value === 'yes');
    };
  });
const confirm = async ({ clientSecret, method }) => {
  const invalid = method ? null : check();
  if (invalid) return invalid;
  const card = method ? { method } : { card: digits(fields.number) };
  let answer = await ask('confirm', { clientSecret, ...card });
  if (answer.intent?.status === 'requires_action')
    answer = await ask('authenticate', { clientSecret, approve: await askForApproval() });
  showProblem(answer.error ? answer.error.message : '', answer.error ? fields.number : null);
  return answer;
};
const answers = {
  confirm,
  check: () => check() ?? { selectedPaymentMethod: 'card' },
  retrieve: ({ clientSecret }) => ask('retrieve', { clientSecret }),
  method: () => check() ?? ask('method', { card: digits(fields.number) }),
  token: () => check() ?? ask('token', { card: digits(fields.number) }),
  focus: () => fields.number.focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => form.reset(),
  theme: ({ theme }) => {
    document.documentElement.dataset.theme = theme;
  },
};
const reportChange = () => {
  const complete = faults().length === 0;
  const empty = Object.values(fields).every(({ value }) => value === '');
  if (complete === wasComplete && !empty) return;
  wasComplete = complete;
  sendEvent('change', { complete, empty, collapsed: false, value: { type: 'card' } });
};

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('input', () => {
  showProblem('', null);
  reportChange();
});
addEventListener('keydown', ({ key: pressed }) => {
  if (pressed === 'Escape') sendEvent('escape');
});
addEventListener('focus', () => sendEvent('focus'));
addEventListener('blur', () => sendEvent('blur'));
addEventListener('message', ({ data, ports, source }) => {
  // Accepts messages only from the embedding page. The content security policy says which pages may embed this frame.
  if (port || source !== parent || data?.type !== 'open') return;
  [port] = ports;
  port.onmessage = async ({ data: request }) => {
    const answer = await answers[request.type]?.(request);
    port.postMessage({ type: 'answer', id: request.id, answer });
  };
  new ResizeObserver(() => {
    port.postMessage({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  }).observe(document.body);
  sendEvent('ready');
});
`;

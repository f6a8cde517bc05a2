// The follow-up of a person, which the clinic chooses: the condition of each eye, the day of a new baseline, and
// the plan of tests.

import { at, text } from '/records/page.js';

/** The conditions of an eye, and the rhythms of a plan, '' without one. */
const conditions = ['healthy', 'drusen', 'amd', 'late-amd'];
const rhythms = ['', 'weekly', 'monthly', 'after-treatment'];

function fill(select, values, name, chosen) {
  select.replaceChildren(...values.map((value) => new Option(text(name(value)), value)));
  select.value = chosen;
}

/** Fills a list of plans. */
export function offerPlans(select, plan) {
  fill(select, rhythms, (rhythm) => `plan.${rhythm || 'none'}`, plan?.rhythm ?? '');
}

/** Today, as the calendar of this place has it: "2026-01-31". */
export const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** A person with another follow-up, as the interface takes it. */
export const followed = ({ id, name, birthDate }, followUp) => ({ id, name, birthDate, followUp });

/** A plan that begins today, or the former one if its rhythm is the same. */
export function planOf(rhythm, until, former) {
  if (!rhythm) return null;
  return { rhythm, from: former?.rhythm === rhythm ? former.from : today(), until: until || null };
}

/** Fills the form of a person's history. */
export function showFollowUp({ right, left, rightFrom, leftFrom, plan } = {}) {
  for (const [id, chosen] of [['follow-right', right], ['follow-left', left]]) {
    fill(at(id), conditions, (condition) => `condition.${condition}`, chosen ?? 'healthy');
  }
  for (const [id, day] of [['follow-right-from', rightFrom], ['follow-left-from', leftFrom]]) {
    [at(id).value, at(id).max] = [day ?? '', today()];
  }
  offerPlans(at('follow-plan'), plan);
  at('follow-until').value = plan?.until ?? '';
  requireUntil();
}

/** Only a plan after a treatment must have an end. */
export function requireUntil() {
  at('follow-until').required = at('follow-plan').value === 'after-treatment';
  at('follow-until').disabled = !at('follow-plan').value;
}

/** The choices of the form. */
export function chosenFollowUp(former) {
  return {
    right: at('follow-right').value, left: at('follow-left').value,
    rightFrom: at('follow-right-from').value || null, leftFrom: at('follow-left-from').value || null,
    plan: planOf(at('follow-plan').value, at('follow-until').value, former?.plan),
  };
}

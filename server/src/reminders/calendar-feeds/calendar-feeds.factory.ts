import type { CallInput } from '@plinth/api/kernel/client'
import { type CalendarFeed, type CalendarFeedMade, createCalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import { type Client, password } from '../../testing/test-server.ts'

type FeedBody = CallInput<typeof createCalendarFeed>['body']
/** A new calendar feed with its address. */
export type NewFeed = CalendarFeed & Pick<CalendarFeedMade, 'address'>

/** A feed of all deadlines that the user may see, without names; the password is that of every test user. */
export const feedBody = (overrides: Partial<FeedBody> = {}): FeedBody => ({
  name: 'My phone',
  scope: 'ALL',
  currentPassword: password,
  ...overrides,
})

export async function newFeed(by: Client, overrides: Partial<FeedBody> = {}): Promise<NewFeed> {
  const { feed, address } = await by.ok(createCalendarFeed, { body: feedBody(overrides) })
  return { ...feed, address }
}

/** The token in the address of a feed. */
export const tokenOf = ({ address }: Pick<NewFeed, 'address'>): string => address.split('/').at(-2) ?? ''

/** The tokens of the feeds made as test inputs, by feed id; the server answers a token only once. */
const tokens = new Map<string, string>()

export const testInputs: TestInputs = {
  make: {
    'calendar-feeds': async ({ owner }) => {
      const feed = await newFeed(owner)
      tokens.set(feed.id, tokenOf(feed))
      return feed.id
    },
  },
  bodies: { createCalendarFeed: () => feedBody() },
  paths: { downloadCalendar: ({ 'calendar-feeds': id = '' }) => ({ token: tokens.get(id) ?? 'none' }) },
}

/** Rows for the test of upgrades, by the migration that created their tables. */
export const upgradeRows: UpgradeRows = {
  '0047_calendar_feeds.sql': () => `
    ${within(company.id)}
    select set_config('app.user_id', '${company.viewer.id}', false);
    select app.note_proof('${company.viewer.id}');
    insert into calendar_feeds (name, scope, detail, token_hash, last_read_at)
      values ('Phone', 'MINE', 'DATES_ONLY', sha256('phone'), now());
    update calendar_feeds set deleted_at = now();
    insert into calendar_feeds (name, scope, detail, kinds, token_hash)
      values ('Desk', 'ALL', 'FULL', '{COMPLETION}', sha256('desk'));
    select set_config('app.user_id', '', false);`,
}

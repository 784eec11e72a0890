import type { CallInput } from '@plinth/api/kernel/client'
import { type CalendarFeed, type CalendarFeedMade, createCalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import { type Client, password } from '../../testing/test-server.ts'

type FeedBody = CallInput<typeof createCalendarFeed>['body']
/** A calendar that was just made, with its address. */
export type MadeFeed = CalendarFeed & Pick<CalendarFeedMade, 'address'>

/** All that a person may see, without names, made with the password of everybody here. */
export const feedBody = (given: Partial<FeedBody> = {}): FeedBody => ({
  name: 'My phone',
  scope: 'ALL',
  currentPassword: password,
  ...given,
})

export async function newFeed(by: Client, given: Partial<FeedBody> = {}): Promise<MadeFeed> {
  const { feed, address } = await by.ok(createCalendarFeed, { body: feedBody(given) })
  return { ...feed, address }
}

/** The secret in the address of a calendar. */
export const tokenOf = ({ address }: Pick<MadeFeed, 'address'>): string => address.split('/').at(-2) ?? ''

/** Of the calendars that were made to be aimed at, by their ids: nobody is told them again. */
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

/** In the tables that these migrations made, for the test of upgrades. */
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

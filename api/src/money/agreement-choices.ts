// What distinguishes agreements and schedule items. In a file of its own, so that screens for measuring need not load either.

/** Whether the company is paid under the agreement, or pays. */
export const agreementDirections = ['RECEIVABLE', 'PAYABLE'] as const

/** How the contents of a measured line are rounded: halves up, or to the even digit as in IS 2. */
export const agreementRoundings = ['HALF_UP', 'HALF_EVEN'] as const

/** A section holds items and sections; an item is measured and paid. */
export const scheduleItemKinds = ['SECTION', 'ITEM'] as const
export type ScheduleItemKind = (typeof scheduleItemKinds)[number]

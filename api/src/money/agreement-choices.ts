// What agreements and their schedules are told apart by. It stands apart from them: whoever measures loads neither.

/** Whether the company is paid under it, or pays. */
export const agreementDirections = ['RECEIVABLE', 'PAYABLE'] as const

/** How the contents of a measured line are rounded: halves up, or to the even digit as IS 2 has it. */
export const agreementRoundings = ['HALF_UP', 'HALF_EVEN'] as const

/** A section holds items and sections; an item is measured and paid. */
export const scheduleItemKinds = ['SECTION', 'ITEM'] as const
export type ScheduleItemKind = (typeof scheduleItemKinds)[number]

import { t } from '../../lib/language.ts'
import type { LinkFilter } from '../../lib/list-address.ts'

/**
 * The filters that a link of the dashboard uses to find the records behind a figure: the figure, and one entry of it.
 */
export const figureFilters: readonly LinkFilter[] = [
  { name: 'figure', label: t('Figure') },
  { name: 'figureKey', label: t('Entry of the figure') },
]

/** The text of a list opened from a figure: 'Paper cost, awarded = ₹12,34,567.00'; undefined without a figure. */
export const ledByFigure = (sum: string | undefined) =>
  sum === undefined
    ? undefined
    : { text: `${t('Adds up to:')} ${sum}`, without: t('Show the list without this figure') }

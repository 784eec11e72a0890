import { t } from '../../lib/language.ts'
import type { LinkFilter } from '../../lib/list-address.ts'

/** By what a link of the dashboard finds the records that a figure adds up: the figure, and one entry of it. */
export const figureFilters: readonly LinkFilter[] = [
  { name: 'figure', label: t('Figure') },
  { name: 'figureKey', label: t('Entry of the figure') },
]

/** What a list says where a figure led to it: 'Paper cost, awarded = ₹12,34,567.00'; nothing where none did. */
export const ledByFigure = (sum: string | undefined) =>
  sum === undefined
    ? undefined
    : { text: `${t('Adds up to:')} ${sum}`, without: t('Show the list without this figure') }

import { Text } from '@mantine/core'
import { t } from '../../lib/language.ts'

const shortcuts = [
  ['↑ ↓', t('Next or previous task')],
  ['→ ←', t('Unfold and into it; fold and out of it')],
  ['*', t('Unfold all beside it')],
  ['Enter', t('Open the task')],
  [t('Space'), t('Select the task')],
  ['Shift + ↑ ↓', t('Select several')],
  ['Ctrl + A, Esc', t('Select all shown, none')],
  ['Alt + ↑ ↓', t('Move among its siblings')],
  ['Alt + → ←', t('Move under the one before; out of its parent')],
]

/** The keys of the task tree. */
export const ShortcutTable = () => (
  <table aria-label={t('Keys of the tree')}>
    <tbody>
      {shortcuts.map(([keys, does]) => (
        <tr key={keys}>
          <Text component="th" scope="row" size="sm" fw={600} ta="left" pr="md">
            {keys}
          </Text>
          <Text component="td" size="sm">
            {does}
          </Text>
        </tr>
      ))}
    </tbody>
  </table>
)

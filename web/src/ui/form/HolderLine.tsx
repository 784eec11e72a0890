import { Anchor, Text } from '@mantine/core'
import { t } from '../../lib/language.ts'

/** Another record that already has a value that must be unique. */
export interface Holder {
  to: string
  name: string
}

/** A link to the record that already has the typed value. It opens in a new tab, so that nothing typed is lost. */
export const HolderLine = ({ to, name }: Holder) => (
  <Text mb="sm">
    {t('It is that of')}{' '}
    <Anchor href={to} target="_blank" inherit underline="always">
      {name}
    </Anchor>
    {t('.')}
  </Text>
)

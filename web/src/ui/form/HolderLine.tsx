import { Anchor, Text } from '@mantine/core'
import { t } from '../../lib/language.ts'

/** A record that is in the way of another: both would have the same value of a field that no two may have. */
export interface Holder {
  to: string
  name: string
}

/** The way to the record that has what was typed. It opens beside the form, so that nothing typed is left. */
export const HolderLine = ({ to, name }: Holder) => (
  <Text mb="sm">
    {t('It is that of')}{' '}
    <Anchor href={to} target="_blank" inherit underline="always">
      {name}
    </Anchor>
    {t('.')}
  </Text>
)

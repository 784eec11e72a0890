import { testScreens } from '../src/screen-walk.ts'
import { walkOfOwner } from '../src/walks.ts'

testScreens('the owner at contracts', 4, () => walkOfOwner('contracts'))

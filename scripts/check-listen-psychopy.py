"""Ten letters of PsychoPy, each answered by voice. 'device' asks aloud.Listener, 'keys' awaits typed keys."""

import sys

import aloud
from psychopy import event, visual

window = visual.Window((900, 600), units="pix", color="white")
letter = visual.TextStim(window, color="black", height=240)
listener = aloud.Listener(letters="etdrs", paused=True) if sys.argv[1] == "device" else None
for text in "KSNRDHKSNR":
    letter.text = text
    letter.draw()
    window.flip()
    if listener:
        listener.listen(expect=1)
        answer = listener.wait(timeout=60)
        print(f"said {answer.letter if answer else 0}")
    else:
        keys = event.waitKeys(maxWait=60)
        print(f"said {keys[0].upper() if keys else 0}")
if listener:
    listener.close()
window.close()

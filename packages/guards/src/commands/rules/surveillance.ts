import type { CommandRule } from '../rule.ts';

/** Rules about what a person types, shows or says, and a program writes down. */
export const SURVEILLANCE_RULES: readonly CommandRule[] = [
  {
    id: 'watch-person',
    does: 'ask',
    why: 'writes down what a person types',
    programs: ['logkeys', 'showkey', 'xinput', 'xev', 'xspy', 'evtest', 'libinput', 'keysniffer', 'pyxhook'],
    text: /^(?:logkeys|showkey|xspy|keysniffer|pyxhook)\b|^xinput\s(?:.*\s)?(?:test|test-xi2)\b|^evtest\s+\/dev\/|^libinput\s+record\b|^xev\s.*-id\b/,
    without: ['help', 'version'],
  },
  {
    id: 'watch-person',
    does: 'ask',
    why: 'reads the keys or the mouse of the machine',
    programs: ['cat', 'xxd', 'hexdump', 'od', 'dd', 'tee', 'strings'],
    text: /\s(?:if=)?\/dev\/(?:input\/|hidraw\d|uinput)/,
  },
  {
    id: 'watch-person',
    does: 'ask',
    why: 'records the screen, the camera or the microphone',
    programs:
      'screencapture arecord parecord parec pw-record rec sox ffmpeg gst-launch-1.0 imagesnap fswebcam streamer scrot maim grim import xwd gnome-screenshot spectacle flameshot recordmydesktop wf-recorder'.split(
        ' ',
      ),
    text: /^(?:screencapture|arecord|parecord|parec|pw-record|imagesnap|fswebcam|streamer|scrot|maim|grim|gnome-screenshot|spectacle|flameshot|recordmydesktop|wf-recorder)\b|^rec\s|^sox\s(?:.*\s)?-d(?=\s)|^ffmpeg\s.*-f\s+(?:x11grab|avfoundation|gdigrab|dshow|alsa|pulse|v4l2|kmsgrab)\b|^gst-launch-1\.0\s.*(?:ximagesrc|v4l2src|pulsesrc|alsasrc|autoaudiosrc)|^(?:import|xwd)\s(?:.*\s)?-(?:window\s+root|root)\b/,
    unless: /\s(?:--help|--version|-[lL]|--list-devices)(?=\s|$)/,
  },
  {
    id: 'watch-person',
    does: 'ask',
    why: 'writes down what others send over the network',
    programs: ['urlsnarf', 'sslsplit', 'mitmdump'],
    text: /^(?:urlsnarf|sslsplit)\b|^mitmdump(?=.*\s(?:--mode|-m)[= ]transparent\b)(?=.*\s(?:-w|--save-stream-file)[= ])/,
    without: ['help', 'version'],
  },
  {
    id: 'watch-person',
    does: 'ask',
    why: 'reads what a person has copied',
    programs: ['osascript'],
    text: /(?<!\bset )\bthe clipboard\b/,
  },
];

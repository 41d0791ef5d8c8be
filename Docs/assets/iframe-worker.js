// Lets the search work where the site is opened from a folder: browsers start no worker from a file, so that a hidden
// frame does a worker's work. Elsewhere nothing is changed.
(() => {
  'use strict';
  if (location.protocol !== 'file:') return;

  class FrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      this.waiting = [];
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const page = this.inside.document;
      page.open();
      page.write('<!doctype html><html><body></body></html>');
      page.close();
      this.inside.postMessage = (data) => this.tell(data);
      this.inside.importScripts = (...files) =>
        files.reduce((before, file) => before.then(() => this.load(file)), Promise.resolve());
      this.load(url).then(() => {
        const held = this.waiting;
        this.waiting = null;
        held.forEach((data) => this.postMessage(data));
      });
    }

    // Runs a script in the frame.
    load(url) {
      return new Promise((loaded, failed) => {
        const script = this.inside.document.createElement('script');
        script.src = url;
        script.onload = loaded;
        script.onerror = failed;
        this.inside.document.body.append(script);
      });
    }

    // What the worker's script says to the page.
    tell(data) {
      const event = new MessageEvent('message', {data});
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }

    // What the page says to the worker's script.
    postMessage(data) {
      if (this.waiting) {
        this.waiting.push(data);
        return;
      }
      this.inside.dispatchEvent(new this.inside.MessageEvent('message', {data}));
    }

    terminate() {
      this.inside.frameElement.remove();
    }
  }

  window.Worker = FrameWorker;
})();

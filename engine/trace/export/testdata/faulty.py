"""Schedulers with one fault each."""
import scheduler
from scheduler import LIVE


class ExpiresLate(scheduler.Scheduler):
    def overdue(self, offer):
        return offer.state in LIVE and offer.expires_at < self.now


class AcceptedOutlivesItsDeadline(scheduler.Scheduler):
    def overdue(self, offer):
        return offer.state == "pending" and offer.expires_at <= self.now


class ServesAnybody(scheduler.Scheduler):
    def owns(self, framework, owner):
        return True


class PromisesTwice(scheduler.Scheduler):
    def free(self, node):
        return self.nodes[node] - self.allocated(node)


class KillsTasks(scheduler.Scheduler):
    def shrunk(self, node):
        if self.allocated(node) > self.nodes[node]:
            self.tasks = {id: t for id, t in self.tasks.items() if t["node"] != node}


class OldestGoesFirst(scheduler.Scheduler):
    def victims(self, node):
        return sorted(super().victims(node), key=lambda o: int(o.id[1:]))


class KeepsWhatItLost(scheduler.Scheduler):
    def victims(self, node):
        return []


class AcceptsTwice(scheduler.Scheduler):
    def accept_offer(self, framework, offer_id):
        if self.owned(framework, offer_id).state != "accepted":
            super().accept_offer(framework, offer_id)


class TrimsOffers(scheduler.Scheduler):
    def set_node_resources(self, node, capacity):
        over = self.allocated(node) + self.reserved(node) - capacity
        for offer in self.victims(node):
            if 0 < over < offer.resources:
                offer.resources -= over
        super().set_node_resources(node, capacity)
